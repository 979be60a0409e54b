import {
  type ScheduledChangeRequestMatches,
  makeSearchScheduledChangeRequests,
} from '@forewarn/core';
import { errAsync, okAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import { withCopiesOnly } from '../src/search-copies.ts';

const QUERY = { credentials: 'secret', projectId: 'shop', anyOf: [] };
const NOT_FOUND = { type: 'ProjectNotFound', projectId: 'shop' } as const;
const NEVER_COMPLETE = { type: 'DataTooOld', projectId: 'shop', coverage: { kind: 'none' } };

/** Searches copies. The store has the project only if it found something. */
function searching(found?: ScheduledChangeRequestMatches, copied: readonly string[] = []) {
  const asked: unknown[] = [];
  const search = makeSearchScheduledChangeRequests({
    authorizer: { authenticate: () => okAsync({ name: 'ann' }), authorize: () => okAsync() },
    reader: { search: () => (found === undefined ? errAsync(NOT_FOUND) : okAsync(found)) },
  });
  const list = (options?: object) => {
    asked.push(options);
    return okAsync(copied.map((id) => ({ id, name: id, coverage: { kind: 'live' } as const })));
  };
  return { asked, search: withCopiesOnly(search, { projects: { list } }) };
}

test('returns what a copied project has', async () => {
  const coverage = { kind: 'as-of', asOf: '2026-11-20T10:00:00.000Z', source: 'sync' } as const;
  const found = { coverage, changeRequests: [] };

  expect((await searching(found).search(QUERY))._unsafeUnwrap()).toEqual(found);
});

test('returns DataTooOld for a project that was never copied completely', async () => {
  const { search } = searching({ coverage: { kind: 'none' }, changeRequests: [] });

  expect((await search(QUERY))._unsafeUnwrapErr()).toMatchObject(NEVER_COMPLETE);
});

test('returns DataTooOld for an unknown project until something was copied', async () => {
  const { signal } = new AbortController();
  const { search, asked } = searching();

  expect((await search({ ...QUERY, signal }))._unsafeUnwrapErr()).toMatchObject(NEVER_COMPLETE);
  // Neither the credentials nor the targets are for the store.
  expect(asked).toEqual([{ signal }]);
});

test('returns ProjectNotFound for an unknown project beside copied ones', async () => {
  const { search } = searching(undefined, ['bank']);

  expect((await search(QUERY))._unsafeUnwrapErr()).toEqual(NOT_FOUND);
});
