import assert from 'node:assert/strict';
import type { PutOutcome, ScheduledChangeRequest, Store } from '@forewarn/core';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { byBytes, INHERITED_NAMES } from '../samples/names.ts';
import { type Contract, projectContractOf } from '../suite/contract.ts';
import { overwriteDeeply } from '../suite/copies.ts';
import { assertChainedById, eventsDuring, scheduledEvent } from '../suite/events-during.ts';
import {
  assertAllOrNone,
  assertNothingChanges,
  assertRefused,
  changeRequestsIn,
  stateOf,
} from '../suite/state-of.ts';
import { BY, record, registerProjects, searchIds } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const putAll = (
  store: Store,
  changeRequests: readonly ScheduledChangeRequest[],
): Promise<readonly PutOutcome[]> => valueOf(store.writer.putAll(changeRequests, BY));

const IDS = Array.from({ length: 8 }, (_, id) => id);

/** A change request with each id that touches this feature. */
const batchOf = (name: string): readonly ScheduledChangeRequest[] =>
  IDS.map((id) => changeRequest({ id, features: enabling(name) }));

/** The same batch in both orders, so that a store that locks in the order of the batch deadlocks. */
const turned = (
  batch: readonly ScheduledChangeRequest[],
  index: number,
): readonly ScheduledChangeRequest[] => (index % 2 === 0 ? batch : batch.toReversed());

/** Putting several change requests. */
export const recordAllContract: Contract = projectContractOf(
  'ScheduledChangeRequestWriter.putAll',
  {
    'puts all in order, with an event for each change': async ({ store }) => {
      await registerProjects(store, 'other');
      const kept = changeRequest({ id: 2, features: enabling('kept') });
      const replaced = changeRequest({ id: 10, features: enabling('old') });
      await record(store, kept);
      await record(store, replaced);

      const added = changeRequest({ id: 3, environment: 'staging' });
      const elsewhere = changeRequest({ id: 2, project: 'other' });
      const replacing = changeRequest({ id: 10, title: 'new' });
      const last = changeRequest({ id: 1 });
      const events = await eventsDuring(store, async () => {
        const batch = [added, kept, elsewhere, replacing, last];
        const outcomes = await valueOf(store.writer.putAll(batch, 'bob'));
        assert.equal(outcomes.join(), 'created,unchanged,created,replaced,created');
      });
      assert.deepEqual(
        events,
        [added, elsewhere, replacing, last].map((data) =>
          scheduledEvent(data, data === replacing ? replaced : null, 'bob'),
        ),
      );
      const stored = [elsewhere, last, kept, added, replacing];
      assert.deepEqual(changeRequestsIn(await stateOf(store)), stored);
    },
    'lets searches match the new targets and none of the replaced ones': async ({ store }) => {
      await putAll(store, batchOf('a'));
      assert.deepEqual(await searchIds(store, PROJECT, feature('a')), IDS);
      await putAll(store, batchOf('b').slice(0, 4));
      assert.deepEqual(await searchIds(store, PROJECT, feature('a')), IDS.slice(4));
      assert.deepEqual(await searchIds(store, PROJECT, feature('b')), IDS.slice(0, 4));
    },
    'returns ProjectNotFound and puts none when one project is unregistered': async ({ store }) => {
      await putAll(store, batchOf('a').slice(0, 4));
      await assertRefused(store, ['Shop', 'sho_', ...INHERITED_NAMES], (projectId) => {
        const missing = [projectId, 'another'].map((project) => changeRequest({ project }));
        const batch = batchOf('b')
          .slice(2, 6)
          .toSpliced(3, 0, ...missing);
        return [store.writer.putAll(batch, BY), { type: 'ProjectNotFound', projectId }];
      });
      assert.deepEqual(await searchIds(store, PROJECT, feature('a')), IDS.slice(0, 4));
      assert.deepEqual(await searchIds(store, PROJECT, feature('b')), []);
    },
    'returns an empty list for an empty list and records nothing': async ({ store }) => {
      await assertNothingChanges(store, async () => {
        assert.deepEqual(await putAll(store, []), []);
      });
    },
    'copies its arguments: mutating them later changes nothing in the store': async ({ store }) => {
      const passed = structuredClone([...batchOf('a')]);
      const events = await eventsDuring(store, async () => {
        await putAll(store, passed);
        overwriteDeeply(passed);
      });
      const recorded = events.map(({ data }) => data);
      assert.deepEqual(recorded, batchOf('a'));
      assert.deepEqual(changeRequestsIn(await stateOf(store)), batchOf('a'));
    },
    'shows searches and exports all of them or none': async ({ store }) => {
      const look = async (): Promise<readonly number[]> => {
        const seen: number[] = [];
        for (let looks = 0; looks < 5; looks += 1) {
          seen.push((await searchIds(store, PROJECT, feature('a'))).length);
          seen.push(changeRequestsIn(await stateOf(store)).length);
        }
        return seen;
      };
      const [seen] = await Promise.all([look(), putAll(store, batchOf('a'))]);
      assertAllOrNone(seen, IDS.length);
      assert.deepEqual(new Set(await look()), new Set([IDS.length]));
    },
    'applies each of many concurrent batches as a whole, whatever the order of ids': async ({
      store,
    }) => {
      const names = Array.from({ length: 6 }, (_, index) => `f${index}`);
      const events = await eventsDuring(store, async () => {
        const results = await Promise.all(
          names.map((name, index) => putAll(store, turned(batchOf(name), index))),
        );
        assert.deepEqual(results.map((result) => [...new Set(result)].join()).toSorted(byBytes), [
          'created',
          ...names.slice(1).map(() => 'replaced'),
        ]);
      });
      assert.equal(events.length, names.length * IDS.length);
      assertChainedById(events);
      const found = await Promise.all(
        names.map((name) => searchIds(store, PROJECT, feature(name))),
      );
      const applied = found.filter(({ length }) => length > 0);
      assert.deepEqual(applied, [IDS]);
    },
    'serializes with puts and removals of the same ids': async ({ store }) => {
      const events = await eventsDuring(store, async () => {
        const singles = batchOf('single').map((single, index) =>
          index % 3 === 0
            ? store.writer.remove({ projectId: PROJECT, id: single.id }, BY)
            : store.writer.put(single, BY),
        );
        const batches = [0, 1, 2, 3].map((index) =>
          putAll(store, turned(batchOf(`f${index}`), index)),
        );
        const more = batchOf('more').map((single) => store.writer.put(single, BY));
        const results = await Promise.all([...singles, ...more]);
        await Promise.all(batches);
        assert.deepEqual(
          results.filter(
            (result) => result.isErr() && result.error.type !== 'ChangeRequestNotFound',
          ),
          [],
        );
      });
      const left = assertChainedById(events);
      assert.deepEqual(changeRequestsIn(await stateOf(store)), left);
    },
  },
);
