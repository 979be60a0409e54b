import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScheduledChangeRequest, SearchedTarget } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { entries, scheduled } from './open-store.ts';

const CHANGE_REQUESTS = 3_000;
const ALL: SearchedTarget = { kind: 'feature', name: 'all' };

const changeRequest = (id: number): ScheduledChangeRequest => ({
  ...scheduled(id),
  ...(id % 2 === 0 ? {} : { title: `title ${id}` }),
  features: ['all', 'every', `feature-${id}`].map((name) => ({
    name,
    changes: [{ action: 'archiveFeature' }],
  })),
});

describe('a search of which thousands of change requests match', () => {
  let folder = '';
  let store: Store;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forewarn-long-'));
    store = (await openSqliteStore(join(folder, 'forewarn.db')))._unsafeUnwrap();
    (await store.transfer.import(entries(CHANGE_REQUESTS, changeRequest)))._unsafeUnwrap();
    const elsewhere = { ...changeRequest(1), project: 'office' };
    (await store.projects.register({ id: 'office', name: 'Office' }, 'ann'))._unsafeUnwrap();
    (await store.writer.put(elsewhere, 'ann'))._unsafeUnwrap();
  });

  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const search = async (...anyOf: readonly SearchedTarget[]) =>
    (await store.reader.search({ projectId: 'shop', anyOf }))._unsafeUnwrap().changeRequests;

  it.each([1, 44, 45, 1_000, 2_000, 2_001])(
    'returns each one of %i features, below and above the rows that are read in one go',
    async (count) => {
      const ids = Array.from({ length: count }, (_, index) => index + 1);
      const found = await search(
        ...ids.map((id): SearchedTarget => ({ kind: 'feature', name: `feature-${id}` })),
      );
      expect(found.map(({ id }) => id)).toEqual(ids);
    },
  );

  it('returns all of them, once each, in ascending order', async () => {
    const found = await search(ALL, { kind: 'feature', name: 'every' });
    expect(found).toHaveLength(CHANGE_REQUESTS);
    expect(found.map(({ id }) => id)).toEqual(
      Array.from({ length: CHANGE_REQUESTS }, (_, index) => index + 1),
    );
    expect(found[0]).toEqual({ id: 1, environment: 'production', title: 'title 1' });
    expect(found[1]).toEqual({ id: 2, environment: 'production' });
  });

  it('does not delay a small one', async () => {
    const finished: string[] = [];
    const long = Array.from({ length: 5 }, async () => {
      await search(ALL, { kind: 'feature', name: 'every' });
      finished.push('long');
    });
    const small = search({ kind: 'feature', name: 'feature-7' }).then((found) => {
      finished.push('small');
      return found;
    });
    await Promise.all([...long, small]);
    expect(finished[0]).toBe('small');
    expect(await small).toEqual([{ id: 7, environment: 'production', title: 'title 7' }]);
  });

  it('takes its turn among the long ones of another caller', async () => {
    const finished: string[] = [];
    const searchBy = async (caller: string) => {
      const every = { projectId: 'shop', anyOf: [ALL] } as const;
      (await store.reader.search(every, { caller }))._unsafeUnwrap();
      finished.push(caller);
    };
    await Promise.all([
      ...Array.from({ length: 10 }, () => searchBy('greedy')),
      searchBy('modest'),
    ]);
    // Four run at once: those of the first four, and three that it runs beside, may end before it.
    expect(finished.indexOf('modest')).toBeLessThanOrEqual(7);
  });

  it('sees one moment, whatever is withdrawn meanwhile', async () => {
    const long = search(ALL);
    (await store.writer.remove({ projectId: 'shop', id: CHANGE_REQUESTS }, 'ann'))._unsafeUnwrap();
    expect([CHANGE_REQUESTS - 1, CHANGE_REQUESTS]).toContain((await long).length);
    expect(await search(ALL)).toHaveLength(CHANGE_REQUESTS - 1);
  });
});
