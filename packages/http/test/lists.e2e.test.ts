import { ok, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { ADMIN } from './admin-world.ts';
import { SERVED_PATHS } from './operations.ts';
import { errorIn, serveAdmin } from './serve.ts';

interface EventsResponse {
  readonly version: number;
  readonly events: readonly { readonly id: number }[];
  readonly nextCursor?: string;
}

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';
const STRATEGIES = '/api/admin/strategies';
const EVENTS = '/api/admin/events';
const MEBIBYTE = 1_048_576;

const READS = SERVED_PATHS.flatMap(({ path, useCases }) => (useCases['GET'] ? [path] : []));

describe('issue 10, finding 19: a read', () => {
  test.each(READS)('of %s has an ETag, and is 304 to a client that has it or any', async (path) => {
    const { ask } = await serveAdmin({ isWhole: true });

    const { etag } = (await ask('GET', path)).headers;

    expect(etag).toMatch(path.endsWith('/1') ? /^"[\w-]{43}"$/ : /^W\/"[\w-]{43}"$/);
    for (const known of [String(etag), '*']) {
      const headers = { Authorization: ADMIN, 'If-None-Match': known };
      const same = await ask('GET', path, { headers });
      expect(same).toMatchObject({ status: 304, body: '', headers: { etag } });
    }
  });

  test('has another ETag once it has changed', async () => {
    const { ask } = await serveAdmin({ isWhole: true, strategies: ['byCountry'] });

    const before = await ask('GET', STRATEGIES);
    await ask('DELETE', `${STRATEGIES}/byCountry`);
    const headers = { Authorization: ADMIN, 'If-None-Match': String(before.headers.etag) };
    const after = await ask('GET', STRATEGIES, { headers });

    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });
});

describe('the Link of a page', () => {
  const pageOf = (query: string): string => `/api/admin/change-requests?${query}`;

  test('has the query as the client wrote it, and one cursor', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const own = pageOf("limit[]=1&x=!'()*~:");
    const next = /^<(?<path>[^>]+&cursor=[\w-]+)>; rel="next"$/;

    const first = next.exec(String((await ask('GET', own)).headers['link']))?.groups?.['path'];
    const second = next.exec(String((await ask('GET', String(first))).headers['link']));

    expect(first?.split('&cursor=')[0]).toBe(own);
    expect(second?.groups?.['path']?.split('&cursor=')[0]).toBe(own);
    expect(second?.groups?.['path']).not.toBe(first);
  });

  test('has at most 8,000 characters before its cursor, or the response is 414', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const longest = pageOf('limit=1&x=').padEnd(8_000, '!');

    expect((await ask('GET', longest)).status).toBe(200);
    expect(errorIn(await ask('GET', `${longest}!`))).toMatchObject({ status: 414 });
  });
});

describe('issue 10, finding 3: a page of events', () => {
  test('leads to the next one by its cursor, and has none if it is the last, even if it is full', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const all = JSON.parse((await ask('GET', EVENTS)).body) as EventsResponse;
    const middle = Math.ceil(all.events.length / 2);
    const pageAt = async (limit: number, cursor = '') =>
      JSON.parse((await ask('GET', `${EVENTS}?limit=${limit}${cursor}`)).body) as EventsResponse;

    const first = await pageAt(middle);
    const second = await pageAt(all.events.length - middle, `&cursor=${first.nextCursor}`);

    expect(all).toMatchObject({ version: 1 });
    expect(all.events.length).toBeGreaterThan(3);
    expect([...first.events, ...second.events]).toEqual(all.events);
    expect([all.nextCursor, second.nextCursor]).toEqual([undefined, undefined]);
  });

  test('begins after an id, the oldest first and without a cursor', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const all = JSON.parse((await ask('GET', EVENTS)).body) as EventsResponse;
    const [first, second] = all.events.toReversed();
    const page = await ask('GET', `${EVENTS}?limit=1&after=${first?.id}`);

    expect(JSON.parse(page.body)).toEqual({ version: 1, events: [second] });
  });

  test('refuses an id after the last one, as of a store that was restored', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const { events } = JSON.parse((await ask('GET', EVENTS)).body) as EventsResponse;
    const last = events[0]?.id ?? 0;

    expect(await ask('GET', `${EVENTS}?after=${last}`)).toMatchObject({ status: 200 });
    for (const query of ['', '&project=shop', '&type=strategy-created']) {
      const { status, body } = await ask('GET', `${EVENTS}?after=${last + 1}${query}`);
      expect([status, JSON.parse(body)]).toMatchObject([400, { details: [{ path: 'after' }] }]);
    }
  });

  test('never reads more than 2 MiB of them', async () => {
    const asked: unknown[] = [];
    const { ask } = await serveAdmin({
      isWhole: true,
      useCases: {
        listEvents: ({ maxBytes, limit }) => {
          asked.push({ maxBytes, limit });
          return okAsync({ events: [], hasMore: false });
        },
      },
    });
    await ask('GET', `${EVENTS}?limit=1000`);

    expect(asked).toEqual([{ maxBytes: 2 * MEBIBYTE, limit: 1_000 }]);
  });
});

test.each([
  ['the query', `${SEARCH}?feature=all`],
  ['the strategy definitions', STRATEGIES],
  ['the projects of the key', '/api/admin/projects'],
])('%s that makes more than 8 MiB is an error, never a shorter list', async (what, path) => {
  const name = 'x'.repeat(1_000);
  const coverage = { kind: 'live' } as const;
  const changeRequests = Array.from({ length: 8_500 }, (_, id) => ({
    id,
    environment: 'e',
    title: name,
  }));
  const definition = { name, title: name, parameters: [], deprecated: false, editable: true };
  const { ask } = await serveAdmin({
    useCases: {
      searchScheduledChangeRequests: () => okAsync({ coverage, changeRequests }),
      listStrategies: () => okAsync(changeRequests.map(() => definition)),
      listProjects: () =>
        okAsync(changeRequests.map(({ id }) => ({ id: String(id), name, coverage }))),
    },
  });

  expect(errorIn(await ask('GET', path))).toMatchObject({
    status: 400,
    message: `${what}: expected fewer results: these 8500 make more than 8388608 characters.`,
  });
});

describe('the age of the data', () => {
  const SALE = '/change-requests/scheduled?feature=checkout';
  const AS_OF = '2026-11-21T10:42:00.000Z';

  const coverage = { kind: 'as-of', asOf: AS_OF, source: 'import' } as const;

  async function serveAges() {
    const served = await serveAdmin({ isWhole: true });
    async function* entries() {
      yield ok({ kind: 'project', project: { id: 'other', name: 'other' }, coverage } as const);
    }
    (await served.store.transfer.import(entries()))._unsafeUnwrap();
    return served;
  }

  test.each([
    ['default', 'live'],
    ['other', AS_OF],
    ['gr%C3%B6%C3%9fe%2F1', 'none'],
  ])('of the project %s is in Forewarn-As-Of of a search, also of a 304: %s', async (id, asOf) => {
    const { ask } = await serveAges();
    const path = `/api/admin/projects/${id}${SALE}`;

    const found = await ask('GET', path);
    const headers = { Authorization: ADMIN, 'If-None-Match': String(found.headers.etag) };
    const same = await ask('GET', path, { headers });

    expect([found.status, found.headers['forewarn-as-of']]).toEqual([200, asOf]);
    expect([same.status, same.headers['forewarn-as-of']]).toEqual([304, asOf]);
  });

  test('of each project is in the list of projects', async () => {
    const { ask } = await serveAges();
    const { body } = await ask('GET', '/api/admin/projects');

    expect((JSON.parse(body) as { projects: unknown }).projects).toStrictEqual([
      { id: 'default', name: 'default', coverage: { kind: 'live' } },
      { id: 'größe/1', name: 'größe/1', coverage: { kind: 'none' } },
      { id: 'other', name: 'other', coverage },
    ]);
  });
});
