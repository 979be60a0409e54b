import type { ScheduledChangeRequest } from '@forewarn/core';
import type { ImportEntry, ListingPlace } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { expect, it } from 'vitest';
import { changeRequest } from '../../store-postgres/test/open-database.ts';
import { postgresDatabase } from './open-forecasts.ts';

/** More than a page looks at. */
const COUNT = 10_060;
const BEGIN = Date.parse('2030-01-01T00:00:00Z');

/** Change requests that change the same strategy, where a page begins or ends to look. */
const PAIRS = [
  [9_980, 9_992],
  [9_990, 10_001],
  [9_997, 10_002],
  [10_020, 10_050],
] as const;
const AFFECTED = PAIRS.map(([, second]) => second);

const firstOf = new Map<number, number>(PAIRS.map(([first, second]) => [second, first]));

const scheduled = (id: number): ScheduledChangeRequest => ({
  ...changeRequest(id, `Change ${id}`),
  schedule: {
    status: 'pending',
    scheduledAt: new Date(BEGIN + id * 1_000).toISOString(),
  },
  features: [
    {
      name: `feature-${id}`,
      changes: [{ action: 'updateStrategy', payload: { id: `s-${firstOf.get(id) ?? id}` } }],
    },
  ],
});

async function* entries(): AsyncGenerator<Result<ImportEntry, never>> {
  for (let id = 0; id < COUNT; id++) yield ok({ kind: 'scheduled', changeRequest: scheduled(id) });
}

it('finds each change request once where its cause is on the page before', async () => {
  const { withForecasts } = await postgresDatabase();
  const store = await withForecasts();
  (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
  (await store.transfer.import(entries()))._unsafeUnwrap();
  const ids: number[] = [];
  let after: ListingPlace | undefined;
  do {
    const query = { now: BEGIN, projectIds: ['shop'], limit: 50, after };
    const found = (await store.forecasts.forecast(query))._unsafeUnwrap();
    ids.push(...found.candidates.map(({ id }) => id));
    after = found.next;
  } while (after !== undefined);
  await store.close();
  expect(ids).toEqual(AFFECTED);
});
