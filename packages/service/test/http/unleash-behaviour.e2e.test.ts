import { describe, expect, it } from 'vitest';
import type { TestResponse, Question } from './ask.ts';
import { DOCUMENT } from './documented.ts';
import { connectTo, rawRequest } from './raw-connection.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { messageOf, serveFor } from './with-stores.ts';

// Compares this service with the observed responses of Unleash 8.2.0. A test whose title begins with "differs: " asserts
// another response; docs/reference/differences-from-unleash.md has a row with the same title and the reason.

/** Sends no header Authorization. */
const KEYLESS: object = { key: undefined };
const JSON_TYPE = { 'Content-Type': 'application/json' };

const statusOf = ({ status }: TestResponse): number => status;
const strategy = (name: string) => `/strategies/${name}`;

const world = serveFor();
const remove = (name: string, more: Partial<Question> = {}) =>
  world.ask('DELETE', strategy(name), more);
const add = (...names: readonly string[]) => register(world.store, ...names);
const create = (name: string, more: object = {}) =>
  world.send('POST', '/strategies', { name, parameters: [], ...more });
const newest = async (limit = 1) =>
  (await world.store.events.list({ limit }))._unsafeUnwrap().events;

describe('deletes strategy definitions as Unleash does', () => {
  it('differs: sends Content-Length with an empty body', async () => {
    await add('sized');
    const { headers } = await remove('sized');
    expect(headers['content-length']).toBe('0');
    expect(headers).not.toHaveProperty('transfer-encoding');
  });

  it('differs: returns an id, a name and a message with every error, and details only for bad input', async () => {
    const reader = await world.makeKey('reader of errors', { permissions: ['UPDATE_STRATEGY'] });
    for (const response of [
      await remove('never'),
      await remove('never', KEYLESS),
      await remove('never', { key: reader }),
      await world.ask('GET', '/nowhere'),
    ]) {
      expect(Object.keys(response.json as object)).toEqual(['id', 'name', 'message']);
      expect(response.headers).not.toHaveProperty('etag');
    }
    const broken = await world.send('POST', '/strategies', '{');
    expect(Object.keys(broken.json as object)).toEqual(['id', 'name', 'message', 'details']);
  });

  it('differs: sends X-Request-Id with every response', async () => {
    const sent = await remove('never', { headers: { 'X-Request-Id': 'job-7' } });
    expect(sent.headers['x-request-id']).toBe('job-7');
    expect((await remove('never')).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  it('refuses to change or delete a built-in definition: 403', async () => {
    const before = await newest();
    for (const response of [
      await remove('default'),
      await world.send('PUT', strategy('default'), { parameters: [] }),
      await world.ask('POST', '/strategies/default/deprecate'),
      await world.ask('POST', '/strategies/remoteAddress/reactivate'),
    ]) {
      expect(response).toMatchObject({ status: 403, json: { name: 'NoAccessError' } });
      expect(messageOf(response)).toContain('built in');
    }
    expect(await newest()).toEqual(before);
  });

  it('differs: returns AuthenticationRequired and WWW-Authenticate for an invalid key', async () => {
    for (const key of ['', 'garbage', 'Basic eA==', '*:*.0123456789abcdef', 'user:0123456789']) {
      const response = await remove('default', { key });
      expect(response).toMatchObject({ status: 401, json: { name: 'AuthenticationRequired' } });
      expect(response.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('differs: returns NoAccessError for a missing permission, and names it', async () => {
    const key = await world.makeKey('of an updater', { permissions: ['UPDATE_STRATEGY'] });
    const response = await remove('never', { key });
    expect(response).toMatchObject({ status: 403, json: { name: 'NoAccessError' } });
    expect(messageOf(response)).toContain('DELETE_STRATEGY');
    expect(response.json).not.toHaveProperty('permissions');
  });

  it('differs: accepts one of 50 concurrent deletes, with one event', async () => {
    await add('raced');
    const responses = await Promise.all(Array.from({ length: 50 }, () => remove('raced')));
    const others = Array.from({ length: 49 }, () => 404);
    expect(responses.map(statusOf).toSorted((a, b) => a - b)).toEqual([200, ...others]);
    const types = (await newest(2)).map(({ type }) => type);
    expect(types).toEqual(['strategy-deleted', 'strategy-created']);
  });

  it('differs: keeps the whole definition in the event of its deletion', async () => {
    await create('recorded', { title: 'Recorded', description: 'whole' });
    const { json } = await world.ask('GET', strategy('recorded'));
    await remove('recorded');
    expect(await newest()).toMatchObject([
      { type: 'strategy-deleted', createdBy: 'admin', preData: json, data: null },
    ]);
  });
});

describe('reads paths and bodies as Unleash does', () => {
  it('differs: does not collapse repeated slashes: 404', async () => {
    await add('slashes');
    for (const path of ['//api/admin/strategies/slashes', '/api/admin/strategies//slashes']) {
      expect((await remove('', { path })).status).toBe(404);
    }
    expect((await remove('slashes')).status).toBe(200);
  });

  it.for([
    ['a slash', 'a/b', 'a%2Fb'],
    ['a space', 'a b', 'a%20b'],
    ['encoded Unicode', 'caf\u00e9', 'caf%C3%A9'],
    ['an emoji', '🧪', encodeURIComponent('🧪')],
    ['a question mark', 'w?y', 'w%3Fy'],
    ['a percent sign, decoded once', '%41', '%2541'],
    ['a hash', 'a#b', 'a%23b'],
    ['a semicolon', 'a;b', 'a;b'],
    ['quotes', `'"`, `'%22`],
    ['a backslash', 'a\\b', 'a%5Cb'],
    ['a plus', 'a+b', 'a+b'],
  ] as const)('200 for a name with %s', async ([, name, inPath]) => {
    await add(name);
    expect((await remove(inPath)).status).toBe(200);
    expect((await remove(inPath)).status).toBe(404);
  });

  it('does not normalize Unicode', async () => {
    await add('caf\u00e9');
    expect((await remove(encodeURIComponent('cafe\u0301'))).status).toBe(404);
  });

  it('differs: returns 414 with a body for a path that is too long', async () => {
    expect((await remove('n'.repeat(10_000))).status).toBe(404);
    const response = await remove('n'.repeat(20_000));
    expect(response).toMatchObject({ status: 414, json: { name: 'UriTooLong' } });
  });

  it('differs: returns 400 for broken percent-encoding', async () => {
    for (const broken of ['%E0%A4%A', '%zz', '%FF', '%ED%A0%80']) {
      expect(await remove(broken)).toMatchObject({ status: 400, json: { name: 'BadDataError' } });
      expect((await remove(broken, KEYLESS)).status).toBe(401);
    }
  });

  it('differs: returns 404 for a name with a control character', async () => {
    for (const name of ['%00', 'a%00b', 'a%0D%0Ab']) {
      for (const response of [await remove(name), await world.ask('GET', strategy(name))]) {
        expect(response).toMatchObject({ status: 404, json: { name: 'NotFoundError' } });
      }
    }
  });

  it('differs: returns 400 for raw bytes beyond ASCII in a path', async () => {
    const { socket, closed } = await connectTo(world);
    socket.write(rawRequest('DELETE', '/api/admin/strategies/naïve'));
    expect(await closed).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('differs: never reads the body of a DELETE', async () => {
    for (const more of [
      { body: '{broken', headers: JSON_TYPE },
      { body: `"${'x'.repeat(200_000)}"`, headers: JSON_TYPE },
      { body: 'no gzip', headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' } },
      { body: '{}', headers: { 'Content-Type': 'application/json; charset=utf-16' } },
    ]) {
      await add('unread');
      expect((await remove('unread', more)).status).toBe(200);
    }
  });

  it('differs: checks the key before it reads a body', async () => {
    for (const body of ['{broken', 'x'.repeat(2_000_000)]) {
      const more = { body, headers: JSON_TYPE, ...KEYLESS };
      expect((await remove('default', more)).status).toBe(401);
      expect((await world.ask('POST', '/strategies', more)).status).toBe(401);
    }
  });

  it('differs: returns 204 with Allow for OPTIONS, with or without a key', async () => {
    for (const more of [{}, KEYLESS]) {
      const { status, text, headers } = await world.ask('OPTIONS', strategy('default'), more);
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect(headers.allow).toBe('GET, HEAD, PUT, DELETE, OPTIONS');
    }
  });

  it('differs: returns 405 with Allow for a method that the path does not have', async () => {
    for (const [method, path] of [
      ['POST', strategy('default')],
      ['PROPFIND', strategy('default')],
      ['DELETE', '/strategies'],
    ] as const) {
      const response = await world.ask(method, path);
      expect(response).toMatchObject({ status: 405, json: { name: 'MethodNotAllowed' } });
      expect(response.headers.allow).toContain('GET, HEAD');
    }
  });
});

describe('beside strategy definitions', () => {
  it('differs: searches scheduled change requests', async () => {
    await record(world.store, changeRequest(2, { basket: [{ action: 'archiveFeature' }] }));
    const path = '/projects/shop/change-requests/scheduled?feature=basket';
    expect((await world.ask('GET', path, KEYLESS)).status).toBe(401);
    const { status, json } = await world.ask('GET', path);
    expect({ status, json }).toEqual({ status: 200, json: [{ id: 2, environment: 'production' }] });
  });

  it('pages through /events with a cursor and without a total', async () => {
    for (const name of ['eventful', 'eventless']) {
      await create(name);
      await remove(name);
    }
    const { status, json } = await world.ask('GET', '/events?type=strategy-deleted&limit=1');
    const { events, ...others } = json as { events: object[] };
    expect({ status, others }).toEqual({
      status: 200,
      others: { version: 1, nextCursor: expect.stringMatching(/^\d+$/) },
    });
    expect(events.map((event) => Object.keys(event).toSorted())).toEqual([
      ['createdAt', 'createdBy', 'data', 'id', 'preData', 'type'],
    ]);
    expect((await world.ask('GET', '/search/events')).status).toBe(404);
  });

  it('reports its health and serves its OpenAPI document without a key', async () => {
    for (const path of ['/health', '/ready']) {
      const { status, text } = await world.ask('GET', '', { path, ...KEYLESS });
      expect({ status, text }).toEqual({ status: 200, text: '{"health":"GOOD"}' });
    }
    const { status, json } = await world.ask('GET', '', { path: '/docs/openapi.json', ...KEYLESS });
    expect({ status, json }).toMatchObject({ status: 200, json: { paths: DOCUMENT.paths } });
    expect(json).toMatchObject({ openapi: '3.1.1' });
  });

  it('differs: serves metrics at /metrics', async () => {
    const elsewhere = await world.ask('GET', '', { path: '/internal-backstage/prometheus' });
    // All other responses are JSON.
    const here = await fetch(`${world.url}/metrics`, { headers: { Connection: 'close' } });
    expect([here.status, elsewhere.status]).toEqual([200, 404]);
    expect(await here.text()).toContain('http_server_request_duration_seconds');
  });
});
