import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readMetrics } from '../telemetry/read-metrics.ts';
import { ask, type Question, searchPath, strategyPath } from './ask.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { makeKey, serve, type ServedApp } from './served-app.ts';

const SEARCH = '/api/admin/projects/:projectId/change-requests/scheduled';
const STRATEGY = '/api/admin/strategies/:name';

let served: ServedApp;
let key: string;

beforeEach(async () => {
  served = await serve();
  key = await makeKey(served.store, 'ci');
  await record(served.store, changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }));
});

afterEach(() => served.stop());

async function scrape(): Promise<ReadonlyMap<string, number>> {
  const url = new URL('/metrics', served.url);
  return readMetrics(await (await fetch(url, { headers: { Connection: 'close' } })).text());
}

/** The text is made once a second. */
const poll = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 30_000 });

/** The counts of requests, by method, route and status, except those for the metrics. */
const counted = async (): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    [...(await scrape())].flatMap(([name, count]) => {
      const labels =
        /_duration_seconds_count\{http_request_method="(?<method>.*)",http_route="(?<route>.*)",http_response_status_code="(?<status>.*)"\}/;
      const { method, route, status } = labels.exec(name)?.groups ?? {};
      if (method === undefined || route === '/metrics') return [];
      return [[`${method} ${route} ${status}`, count]];
    }),
  );

async function askAll(questions: readonly Question[]): Promise<void> {
  for (const question of questions) await ask(served, { key, ...question });
}

it('counts each request once, by method, the pattern of its route, and status', async () => {
  await register(served.store, 'gradual');
  const [shop, strict] = [searchPath('shop'), { Prefer: 'handling=strict' }];
  const asked: readonly (readonly [counted: string, question: Question])[] = [
    [`GET ${SEARCH} 200`, { path: searchPath('shop', 'feature=checkout') }],
    [`GET ${SEARCH} 200`, { path: searchPath('shop', 'strategyId=s') }],
    [`GET ${SEARCH} 404`, { path: searchPath('garden', 'feature=checkout') }],
    [`GET ${SEARCH} 400`, { path: searchPath('shop', 'colour=red'), headers: strict }],
    [`GET ${SEARCH} 401`, { path: shop, key: 'invalid' }],
    [`HEAD ${SEARCH} 200`, { method: 'HEAD', path: shop }],
    [`DELETE ${STRATEGY} 200`, { method: 'DELETE', path: strategyPath('gradual') }],
    [`DELETE ${STRATEGY} 404`, { method: 'DELETE', path: `/API/Admin/Strategies/unknown/` }],
    [`DELETE ${STRATEGY} 403`, { method: 'DELETE', path: strategyPath('default') }],
    [`_OTHER ${STRATEGY} 405`, { method: 'PROPFIND', path: strategyPath('default') }],
    [`_OTHER ${STRATEGY} 405`, { method: 'PATCH', path: strategyPath('default') }],
    [
      'POST /api/admin/strategies 415',
      { method: 'POST', path: '/api/admin/strategies', body: '{' },
    ],
    ['GET unknown 404', { path: '/api/admin/shop' }],
    ['GET unknown 404', { path: '/%zz' }],
    ['GET /health 200', { path: '/health' }],
    ['GET /ready 200', { path: '/ready' }],
  ];
  await askAll(asked.map(([, question]) => question));

  const times = [...Map.groupBy(asked, ([name]) => name)].map(([name, all]) => [name, all.length]);
  await poll(async () => {
    expect(await counted()).toEqual(Object.fromEntries(times));
  });
});

it('counts errors by type, and lookups of keys by result', async () => {
  const unknown = { path: searchPath('garden') };
  await askAll([unknown, unknown, { ...unknown, key: 'invalid' }, { path: '/checkout' }]);
  await ask(served, { path: `/${'x'.repeat(20_000)}` });
  await poll(async () => {
    const read = await scrape();
    for (const [name, count] of [
      ['http_errors_total{error_type="ProjectNotFound"}', 2],
      ['http_errors_total{error_type="AuthenticationRequired"}', 1],
      ['http_errors_total{error_type="RouteNotFound"}', 1],
      ['http_errors_total{error_type="TargetTooLong"}', 1],
      ['key_lookups_total{result="hit"}', 1],
      ['key_lookups_total{result="miss"}', 2],
    ] as const) {
      expect(read.get(`forewarn_${name}`), name).toBe(count);
    }
  });
});

it('counts a request of a disconnected client as cut off, and no longer as active', async () => {
  const { hostname, port } = new URL(served.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/admin/strategies HTTP/1.1\r\nHost: f\r\nAuthorization: ${key}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await poll(async () => {
    expect((await scrape()).get('http_server_active_requests')).toBe(2);
  });
  socket.resetAndDestroy();
  await poll(async () => {
    expect(await counted()).toEqual({ 'POST /api/admin/strategies cut_off': 1 });
    expect((await scrape()).get('http_server_active_requests')).toBe(1);
  });
});

const HEALTH = 'GET /health HTTP/1.1\r\nHost: f\r\n\r\n';

it('counts no request as active whose client left before its turn', async () => {
  const { hostname, port } = new URL(served.url);
  const sockets = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = connect(Number(port), hostname);
      socket.write(HEALTH);
      await once(socket, 'data');
      return socket;
    }),
  );
  for (const socket of sockets) {
    socket.write(HEALTH, () => socket.resetAndDestroy());
  }
  await poll(async () => {
    expect((await scrape()).get('http_server_active_requests')).toBe(1);
  });
});

it('reveals no keys, features or strategies, and of projects only the age of their data', async () => {
  await register(served.store, 'gradual');
  await askAll([
    { path: searchPath('shop', 'feature=checkout'), headers: { 'X-Request-Id': 'mine' } },
    { method: 'DELETE', path: strategyPath('gradual') },
    { path: searchPath('shop', 'feature=checkout'), key: 'a wrong secret' },
    { path: '/shop/checkout' },
  ]);
  const response = await fetch(new URL('/metrics', served.url));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  expect(text.match(/^.*shop.*$/gm)).toEqual(['forewarn_data_age_seconds{project="shop"} 0']);
  for (const word of ['checkout', 'gradual', 'secret', 'ci"', 'mine', '127.0.0.1']) {
    expect(text).not.toContain(word);
  }
});
