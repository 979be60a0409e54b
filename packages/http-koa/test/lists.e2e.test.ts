import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import type { Event } from '@forewarn/core/operator';
import { ADMIN } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

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
  const eventOf = (id: number, length: number): Event => ({
    id,
    type: 'project-created',
    data: { id: 'p', name: 'x'.repeat(length) },
    preData: null,
    createdAt: '2026-11-21T00:00:00.000Z',
    createdBy: 'alice',
    project: 'p',
  });

  const serveEvents = (events: readonly Event[]) =>
    serveAdmin({
      isWhole: true,
      useCases: {
        listEvents: ({ limit, before = Infinity }) =>
          okAsync(events.filter(({ id }) => id < before).slice(0, limit)),
      },
    });

  async function pagesOf(events: readonly Event[]): Promise<readonly (readonly number[])[]> {
    const { ask } = await serveEvents(events);
    const pages: (readonly number[])[] = [];
    let query = '';
    for (;;) {
      const { body } = await ask('GET', `/api/admin/events${query}`);
      const page = JSON.parse(body) as { events: readonly Event[]; nextCursor?: string };
      pages.push(page.events.map(({ id }) => id));
      if (page.nextCursor === undefined) return pages;
      query = `?cursor=${page.nextCursor}`;
    }
  }

  test('with a page of events ends before 4 MiB, and the next page goes on', async () => {
    const events = [5, 4, 3, 2, 1].map((id) => eventOf(id, 1.5 * MEBIBYTE));

    expect(await pagesOf(events)).toEqual([[5, 4], [3, 2], [1]]);
  });

  test('with a page of events has at least one event, however long', async () => {
    const events = [eventOf(3, 10), eventOf(2, 5 * MEBIBYTE), eventOf(1, 10)];

    expect(await pagesOf(events)).toEqual([[3], [2], [1]]);
  });

  test('to a search of more than 32 MiB is an error, never a shorter list', async () => {
    const title = 'x'.repeat(1_000);
    const found = Array.from({ length: 34_000 }, (_, id) => ({ id, title, environment: 'e' }));
    const { ask } = await serveAdmin({
      useCases: { searchScheduledChangeRequests: () => okAsync(found) },
    });

    expect(errorIn(await ask('GET', `${SEARCH}?feature=all`))).toMatchObject({
      status: 400,
      message:
        'the query: expected fewer matches: these 34000 make more than 33554432 characters; ask about less at once.',
    });
  });
});
