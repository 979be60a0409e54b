import type { Authorizer, Coverage } from '@forewarn/core';
import {
  type ListingPage,
  type ListingQuery,
  makeListAllChangeRequests,
  makeListChangeRequests,
  makeReadCalendar,
} from '@forewarn/record';
import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { allowing } from '../../core/test/authorizers.ts';
import { LIVE, NONE, readers } from '../../core/test/samples.ts';

const OLD = { kind: 'as-of', asOf: '2026-11-01T00:00:00.000Z', source: 'sync' } as const;
const PAGE = { limit: 10, maxBytes: 1_000 };
const DAY_MS = 86_400_000;

const pageOf = (...coverages: readonly Coverage[]): ListingPage => ({
  projects: coverages.map((coverage, index) => ({ projectId: `p${index}`, coverage })),
  changeRequests: [],
  hasMore: false,
});

/** The use cases over a reader with one page, and the queries that it got. */
function over(
  page: ListingPage,
  authorizer: Authorizer<string> = allowing([]),
  maxDataAgeMs?: number,
) {
  const queries: ListingQuery[] = [];
  const ports = {
    authorizer,
    maxDataAgeMs,
    projects: {
      list: () => okAsync(['p0', 'p1'].map((id) => ({ id, name: id, coverage: LIVE }))),
    },
    reader: {
      list: (query: ListingQuery) => {
        queries.push(query);
        return okAsync(page);
      },
    },
  };
  return {
    queries,
    list: makeListChangeRequests(ports),
    listAll: makeListAllChangeRequests(ports),
    readCalendar: makeReadCalendar(ports),
  };
}

const command = { credentials: 'key', projectId: 'p0', ...PAGE };

describe('a listing', () => {
  test('returns ProjectNotFound for an unknown project and an impossible name', async () => {
    const { list, readCalendar } = over(pageOf());

    for (const projectId of ['p0', '', 'a\0']) {
      const error = { type: 'ProjectNotFound', projectId };
      expect((await list({ ...command, projectId }))._unsafeUnwrapErr()).toEqual(error);
      expect((await readCalendar({ ...command, projectId }))._unsafeUnwrapErr()).toEqual(error);
    }
  });

  test('asks for targets with valid names only, and for none if there is none', async () => {
    const { list, listAll, queries } = over(pageOf(LIVE));
    const named = { kind: 'feature', name: 'a' } as const;

    await list({ ...command, anyOf: [named, { kind: 'feature', name: '' }, named] });
    await listAll({ ...command, anyOf: [{ kind: 'feature', name: 'a\0' }] });
    await list(command);

    expect(queries.map(({ anyOf }) => anyOf)).toEqual([[named], [], undefined]);
  });

  test('looks in the projects that the principal may read', async () => {
    const { listAll, queries } = over(pageOf(LIVE), readers);

    expect((await listAll({ credentials: 'p1', ...PAGE })).isOk()).toBe(true);
    expect(queries.map(({ projectIds }) => projectIds)).toEqual([['p1']]);
  });

  test('returns NoAccess, not an empty page, to a principal that may read no project', async () => {
    const { listAll } = over(pageOf(), readers);

    expect((await listAll({ credentials: '', ...PAGE }))._unsafeUnwrapErr()).toEqual({
      type: 'NoAccess',
      permission: 'PROJECT_CHANGE_REQUEST_READ',
    });
  });

  test.each([
    ['old', OLD],
    ['incomplete', NONE],
  ])('returns DataTooOld if the data of any project is %s', async (_what, coverage) => {
    const { list, listAll } = over(pageOf(LIVE, coverage), allowing([]), DAY_MS);
    const error = { type: 'DataTooOld', projectId: 'p1', coverage, maxDataAgeMs: DAY_MS };

    expect((await list(command))._unsafeUnwrapErr()).toEqual(error);
    expect((await listAll(command))._unsafeUnwrapErr()).toEqual(error);
  });

  test('returns data of any age without a limit', async () => {
    const { list } = over(pageOf(OLD));

    expect((await list(command))._unsafeUnwrap().projects[0]?.coverage).toBe(OLD);
  });
});

describe('a calendar', () => {
  test('asks for all change requests with a time', async () => {
    const { readCalendar, queries } = over(pageOf(LIVE));

    const calendar = { coverage: LIVE, changeRequests: [] };
    expect((await readCalendar(command))._unsafeUnwrap()).toEqual(calendar);
    const query = { projectIds: ['p0'], from: Number.MIN_SAFE_INTEGER, limit: 5_000 };
    expect(queries).toMatchObject([query]);
  });

  test.each([
    ['DataTooOld', 'data that was never complete, without a limit as well', pageOf(NONE)],
    ['BadData', 'what is too long, not its first part', { ...pageOf(LIVE), hasMore: true }],
  ])('returns %s for %s', async (type, _what, page) => {
    const { readCalendar } = over(page);

    expect((await readCalendar(command))._unsafeUnwrapErr()).toMatchObject({ type });
  });
});
