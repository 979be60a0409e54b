import assert from 'node:assert/strict';
import type { PutOutcome, ScheduledChangeRequest, Store } from '@forewarn/core';
import type { Contract } from '../contract.ts';
import { eventsDuring, type EventWithoutStamp } from '../events-during.ts';
import { assertOneAfterTheOther } from '../recorded-chain.ts';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { changeRequestsIn, stateOf } from '../state-of.ts';
import { BY, record, registerProjects, searchIds } from '../store-calls.ts';

const versions: readonly ScheduledChangeRequest[] = Array.from({ length: 20 }, (_, index) =>
  changeRequest({ title: `version ${index}`, features: enabling(`f${index}`, 'all') }),
);

const others = (recorded: PutOutcome): readonly PutOutcome[] =>
  versions.slice(1).map(() => recorded);

/** The state and every search must show what the last event left behind, and nothing else. */
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

/** What recording does while others record and withdraw too. */
export const recordConcurrencyContract: Contract = {
  port: 'ScheduledChangeRequestWriter.put, concurrently',
  cases: [
    {
      name: 'lets each of many recordings of one id take effect whole, one after the other',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        const events = await eventsDuring(store, async () => {
          const answers = await Promise.all(versions.map((version) => record(store, version)));
          assert.deepEqual(answers.toSorted(), ['created', ...others('replaced')]);
        });
        assert.equal(events.length, 20);
        assertOneAfterTheOther(events);
        await assertShows(store, events.at(-1));
      },
    },
    {
      name: 'lets one of many recordings of the same create it, and finds the others unchanged',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        const same = changeRequest({ features: enabling('a') });
        const events = await eventsDuring(store, async () => {
          const answers = await Promise.all(versions.map(() => record(store, same)));
          assert.deepEqual(answers.toSorted(), ['created', ...others('unchanged')]);
        });
        assert.equal(events.length, 1);
      },
    },
    {
      name: 'lets recordings and withdrawals of one id take effect one after the other',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        const events = await eventsDuring(store, async () => {
          await Promise.all(
            versions.flatMap((version) => [
              store.writer.put(version, BY),
              store.writer.remove({ projectId: PROJECT, id: 1 }, BY),
            ]),
          );
        });
        assertOneAfterTheOther(events);
        await assertShows(store, events.at(-1));
      },
    },
    {
      name: 'records many ids of one project at the same time',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        const many = versions.map((version, id) => ({ ...version, id }));
        const events = await eventsDuring(store, async () => {
          const answers = await Promise.all(many.map((each) => record(store, each)));
          assert.deepEqual(answers, ['created', ...others('created')]);
        });
        assert.equal(events.length, 20);
        assert.deepEqual(
          await searchIds(store, PROJECT, feature('all')),
          many.map(({ id }) => id),
        );
      },
    },
  ],
};
