import assert from 'node:assert/strict';
import type { PutOutcome, ScheduledChangeRequest, Store } from '@forewarn/core';
import { contractOf, type Contract } from '../contract.ts';
import { eventsDuring, type EventWithoutStamp } from '../events-during.ts';
import { assertChained } from '../assert-chained.ts';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { changeRequestsIn, stateOf } from '../state-of.ts';
import { BY, record, registerProjects, searchIds } from '../store-calls.ts';

const versions: readonly ScheduledChangeRequest[] = Array.from({ length: 20 }, (_, index) =>
  changeRequest({ title: `version ${index}`, features: enabling(`f${index}`, 'all') }),
);

const others = (recorded: PutOutcome): readonly PutOutcome[] =>
  versions.slice(1).map(() => recorded);

/** Asserts that the state and every search show exactly the result of the last event. */
async function assertShows(store: Store, last: EventWithoutStamp | undefined): Promise<void> {
  const standing = versions.filter((version) => version.title === titleOf(last?.data));
  assert.deepEqual(changeRequestsIn(await stateOf(store)), standing);
  for (const version of versions) {
    const found = await searchIds(store, PROJECT, feature(version.features[0]?.name ?? ''));
    assert.deepEqual(found, standing.includes(version) ? [1] : []);
  }
  assert.deepEqual(
    await searchIds(store, PROJECT, feature('all')),
    standing.map(({ id }) => id),
  );
}

const titleOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'title' in data ? data.title : undefined;

/** Puts with concurrent puts and removals. */
export const recordConcurrencyContract: Contract = contractOf(
  'ScheduledChangeRequestWriter.put, concurrently',
  {
    'serializes many concurrent puts with the same id': async ({ store }) => {
      await registerProjects(store, PROJECT);
      const events = await eventsDuring(store, async () => {
        const results = await Promise.all(versions.map((version) => record(store, version)));
        assert.deepEqual(results.toSorted(), ['created', ...others('replaced')]);
      });
      assert.equal(events.length, 20);
      assertChained(events);
      await assertShows(store, events.at(-1));
    },
    'returns created for one of many identical concurrent puts and unchanged for the others':
      async ({ store }) => {
        await registerProjects(store, PROJECT);
        const same = changeRequest({ features: enabling('a') });
        const events = await eventsDuring(store, async () => {
          const results = await Promise.all(versions.map(() => record(store, same)));
          assert.deepEqual(results.toSorted(), ['created', ...others('unchanged')]);
        });
        assert.equal(events.length, 1);
      },
    'serializes concurrent puts and removals of the same id': async ({ store }) => {
      await registerProjects(store, PROJECT);
      const events = await eventsDuring(store, async () => {
        await Promise.all(
          versions.flatMap((version) => [
            store.writer.put(version, BY),
            store.writer.remove({ projectId: PROJECT, id: 1 }, BY),
          ]),
        );
      });
      assertChained(events);
      await assertShows(store, events.at(-1));
    },
    'creates many ids of one project concurrently': async ({ store }) => {
      await registerProjects(store, PROJECT);
      const many = versions.map((version, id) => ({ ...version, id }));
      const events = await eventsDuring(store, async () => {
        const results = await Promise.all(many.map((each) => record(store, each)));
        assert.deepEqual(results, ['created', ...others('created')]);
      });
      assert.equal(events.length, 20);
      assert.deepEqual(
        await searchIds(store, PROJECT, feature('all')),
        many.map(({ id }) => id),
      );
    },
  },
);
