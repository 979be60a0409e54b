import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { ADMIN } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

interface EventsResponse {
  readonly events: readonly { readonly data: { readonly id: number } }[];
  readonly nextCursor?: string;
}

const SEARCH = '/api/admin/projects/default/change-requests/scheduled';

describe('issue 10, finding 19: a list', () => {
  test.each([
    ['strategies', '/api/admin/strategies'],
    ['projects', '/api/admin/projects'],
    ['events', '/api/admin/events'],
    ['scheduled change requests', `${SEARCH}?feature=checkout`],
  ])('of %s has a weak ETag, and is 304 to a client that has it', async (_what, path) => {
    const { ask } = await serveAdmin({ isWhole: true });

    const first = await ask('GET', path);
    const etag = String(first.headers.etag);
    const headers = { Authorization: ADMIN, 'If-None-Match': etag };
    const second = await ask('GET', path, { headers });

    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(second).toMatchObject({ status: 304, body: '', headers: { etag } });
  });

  test('has another ETag once it has changed', async () => {
    const { ask } = await serveAdmin({ isWhole: true, strategies: ['byCountry'] });

    const before = await ask('GET', '/api/admin/strategies');
    await ask('DELETE', '/api/admin/strategies/byCountry');
    const headers = { Authorization: ADMIN, 'If-None-Match': String(before.headers.etag) };
    const after = await ask('GET', '/api/admin/strategies', { headers });

    expect(after.status).toBe(200);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  test('of events carries version 1', async () => {
    const { ask } = await serveAdmin({ isWhole: true });

    expect(JSON.parse((await ask('GET', '/api/admin/events')).body)).toMatchObject({ version: 1 });
  });
});

describe('issue 10, finding 3: a response', () => {
  const MEBIBYTE = 1_048_576;

  /** Records change requests of these sizes, oldest first, and returns their ids in the order of the pages of events. */
  async function pagesOf(sizes: readonly number[]): Promise<readonly (readonly number[])[]> {
    const { ask, store } = await serveAdmin({ isWhole: true });
    (await store.projects.register({ id: 'large', name: 'Large' }, 'alice'))._unsafeUnwrap();
    for (const [index, size] of sizes.entries()) {
      const changeRequest = {
        id: index + 1,
        project: 'large',
        environment: 'e',
        title: 'x'.repeat(size),
        state: 'Scheduled',
        features: [],
        segments: [],
      } as const;
      (await store.writer.put(changeRequest, 'alice'))._unsafeUnwrap();
    }
    const pages: (readonly number[])[] = [];
    let cursor = '';
    for (;;) {
      const path = `/api/admin/events?project=large&type=change-request-scheduled${cursor}`;
      const { body } = await ask('GET', path);
      const page = JSON.parse(body) as EventsResponse;
      pages.push(page.events.map(({ data }) => data.id));
      if (page.nextCursor === undefined) return pages;
      cursor = `&cursor=${page.nextCursor}`;
    }
  }

  test('with a page of events ends before 2 MiB, and the next page goes on', async () => {
    const sizes = Array.from({ length: 5 }, () => 0.75 * MEBIBYTE);

    expect(await pagesOf(sizes)).toEqual([[5, 4], [3, 2], [1]]);
  });

  test('with a page of events has at least one event, however long', async () => {
    expect(await pagesOf([10, 5 * MEBIBYTE, 10])).toEqual([[3], [2], [1]]);
  });

  test('with the last page of events has no cursor, even if it is full', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const all = JSON.parse((await ask('GET', '/api/admin/events')).body) as EventsResponse;
    const page = await ask('GET', `/api/admin/events?limit=${all.events.length}`);

    expect(JSON.parse(page.body)).toEqual(all);
    expect(all.nextCursor).toBeUndefined();
  });

  test('with a page of events never reads more than 2 MiB of them', async () => {
    const asked: unknown[] = [];
    const { ask } = await serveAdmin({
      isWhole: true,
      useCases: {
        listEvents: ({ maxBytes, limit }) => {
          asked.push({ maxBytes, limit });
          return okAsync({ events: [], hasOlder: false });
        },
      },
    });
    await ask('GET', '/api/admin/events?limit=1000');

    expect(asked).toEqual([{ maxBytes: 2 * MEBIBYTE, limit: 1_000 }]);
  });

  test.each([
    ['the query', `${SEARCH}?feature=all`],
    ['the strategy definitions', '/api/admin/strategies'],
    ['the projects of the key', '/api/admin/projects'],
  ])('with %s that makes more than 8 MiB is an error, never a shorter list', async (what, path) => {
    const name = 'x'.repeat(1_000);
    const listed = Array.from({ length: 8_500 }, (_, id) => ({
      id,
      name,
      environment: 'e',
      title: name,
      parameters: [],
      deprecated: false,
      editable: true,
    }));
    const coverage = { kind: 'live' } as const;
    const { ask } = await serveAdmin({
      useCases: {
        searchScheduledChangeRequests: () => okAsync({ coverage, changeRequests: listed }),
        listStrategies: () => okAsync(listed),
        listProjects: () =>
          okAsync(listed.map((each) => ({ ...each, id: String(each.id), coverage }))),
      },
    });

    expect(errorIn(await ask('GET', path))).toMatchObject({
      status: 400,
      message: `${what}: expected fewer results: these 8500 make more than 8388608 characters.`,
    });
  });
});
