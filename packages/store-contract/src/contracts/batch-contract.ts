import assert from 'node:assert/strict';
import type { PutOutcome } from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { byBytes, INHERITED_NAMES } from '../samples/names.ts';
import * as check from '../suite/check.ts';
import { type Contract, projectContractOf } from '../suite/contract.ts';
import { eventsDuring, scheduledEvent } from '../suite/events-during.ts';
import { lookDuring, times } from '../suite/rounds.ts';
import { searchIds } from '../suite/searches.ts';
import { changeRequestsIn, stateOf } from '../suite/state-of.ts';
import { BY, recordAll } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const putAll = (
  store: Store,
  changeRequests: readonly ScheduledChangeRequest[],
): Promise<readonly PutOutcome[]> => valueOf(store.writer.putAll(changeRequests, BY));

const IDS = times(8, (id) => id);

/** A change request with each id that touches this feature. */
const batchOf = (name: string) => IDS.map((id) => changeRequest({ id, features: enabling(name) }));

/** The same batch in both orders, so that a store that locks in the order of the batch deadlocks. */
const turned = <T>(batch: readonly T[], index: number): readonly T[] =>
  index % 2 === 0 ? batch : batch.toReversed();

/** Putting several change requests. */
export const batchContract: Contract = projectContractOf('ScheduledChangeRequestWriter.putAll', {
  'puts all in order, with an event for each change': async ({ store }) => {
    const kept = changeRequest({ id: 2, features: enabling('kept') });
    const replaced = changeRequest({ id: 10, features: enabling('old') });
    await recordAll(store, [kept, replaced], 'other');
    const added = changeRequest({ id: 3, environment: 'staging' });
    const elsewhere = changeRequest({ id: 2, project: 'other' });
    const replacing = changeRequest({ id: 10, features: enabling('new') });
    const last = changeRequest({ id: 1 });
    const putThem = async () => {
      const batch = [added, kept, elsewhere, replacing, last];
      const outcomes = await valueOf(store.writer.putAll(batch, 'bob'));
      assert.equal(outcomes.join(), 'created,unchanged,created,replaced,created');
    };
    await check.events(store, putThem, [
      scheduledEvent(added, null, 'bob'),
      scheduledEvent(elsewhere, null, 'bob'),
      scheduledEvent(replacing, replaced, 'bob'),
      scheduledEvent(last, null, 'bob'),
    ]);
    const stored = [elsewhere, last, kept, added, replacing];
    assert.deepEqual(changeRequestsIn(await stateOf(store)), stored);
    const found = await searchIds(store, PROJECT, ...['kept', 'old', 'new'].map(feature));
    assert.deepEqual(found, [2, 10]);
    assert.deepEqual(await searchIds(store, PROJECT, feature('old')), []);
    await check.nothingChanges(store, async () => assert.deepEqual(await putAll(store, []), []));
  },
  'returns ProjectNotFound and puts none when one project is unregistered': async ({ store }) => {
    await putAll(store, batchOf('a').slice(0, 4));
    await check.refused(store, ['Shop', 'sho_', ...INHERITED_NAMES], (projectId) => {
      const missing = [projectId, 'another'].map((project) => changeRequest({ project }));
      const [one, two, three, ...others] = batchOf('b').slice(2, 6);
      const batch = [one, two, three, ...missing, ...others].filter((each) => each !== undefined);
      return [store.writer.putAll(batch, BY), { type: 'ProjectNotFound', projectId }];
    });
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), IDS.slice(0, 4));
    assert.deepEqual(await searchIds(store, PROJECT, feature('b')), []);
  },
  'shows searches and exports all of them or none': async ({ store }) => {
    const seen: number[] = [];
    const look = async (): Promise<void> => {
      seen.push((await searchIds(store, PROJECT, feature('a'))).length);
      seen.push(changeRequestsIn(await stateOf(store)).length);
    };
    await lookDuring(() => putAll(store, batchOf('a')), look);
    await look();
    check.allOrNone(seen, IDS.length);
    assert.equal(seen.at(-1), IDS.length);
  },
  'applies each of many concurrent batches whole, whatever its order': async ({ store }) => {
    const names = times(6, (index) => `f${index}`);
    const events = await eventsDuring(store, async () => {
      const batches = names.map((name, index) => putAll(store, turned(batchOf(name), index)));
      const outcomes = (await Promise.all(batches)).map((batch) => [...new Set(batch)].join());
      const replaced = names.slice(1).map(() => 'replaced');
      assert.deepEqual(outcomes.toSorted(byBytes), ['created', ...replaced]);
    });
    assert.equal(events.length, names.length * IDS.length);
    check.chainedById(events);
    const found = await Promise.all(names.map((name) => searchIds(store, PROJECT, feature(name))));
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
      const batches = times(4, (index) => putAll(store, turned(batchOf(`f${index}`), index)));
      const more = batchOf('more').map((single) => store.writer.put(single, BY));
      const results = await Promise.all([...singles, ...more]);
      await Promise.all(batches);
      const errors = results.flatMap((result) => (result.isErr() ? [result.error.type] : []));
      const unexpected = errors.filter((type) => type !== 'ChangeRequestNotFound');
      assert.deepEqual(unexpected, []);
    });
    const left = check.chainedById(events);
    assert.deepEqual(changeRequestsIn(await stateOf(store)), left);
  },
});
