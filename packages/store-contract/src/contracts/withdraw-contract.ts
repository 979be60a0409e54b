import assert from 'node:assert/strict';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { INHERITED_NAMES } from '../samples/names.ts';
import { type Contract, projectContractOf } from '../suite/contract.ts';
import { eventsDuring, typesOf, withdrawnEvent } from '../suite/events-during.ts';
import { assertRefused, changeRequestsIn, stateOf } from '../suite/state-of.ts';
import { BY, record, registerProjects, searchIds } from '../suite/store-calls.ts';
import { assertOneSucceeds, valueOf } from '../suite/value-of.ts';

const scheduled = changeRequest({ title: 'T', environment: 'staging', features: enabling('a') });
const key = { projectId: PROJECT, id: 1 } as const;

/** Removing a change request. */
export const withdrawContract: Contract = projectContractOf('ScheduledChangeRequestWriter.remove', {
  'removes it from searches and from the state': async ({ store }) => {
    await record(store, scheduled);
    await record(store, { ...scheduled, id: 2 });
    await valueOf(store.writer.remove(key, BY));
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [2]);
    assert.deepEqual(changeRequestsIn(await stateOf(store)), [{ ...scheduled, id: 2 }]);
  },
  'records one event with the whole change request, its project and environment': async ({
    store,
  }) => {
    await record(store, scheduled);
    const events = await eventsDuring(store, () => valueOf(store.writer.remove(key, 'bob')));
    assert.deepEqual(events, [withdrawnEvent(scheduled, 'bob')]);
  },
  'returns ChangeRequestNotFound and records no event for an unknown id': async ({ store }) => {
    await record(store, scheduled);
    await valueOf(store.writer.remove(key, BY));
    await record(store, { ...scheduled, id: 10 });
    await assertRefused(store, [1, 0, 100, -1, Number.MAX_SAFE_INTEGER], (id) => [
      store.writer.remove({ projectId: PROJECT, id }, BY),
      { type: 'ChangeRequestNotFound', projectId: PROJECT, id },
    ]);
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [10]);
  },
  'returns ChangeRequestNotFound and records no event for an unregistered project': async ({
    store,
  }) => {
    await record(store, scheduled);
    await assertRefused(store, ['SHOP', 'shop ', '%', 'sho_', ...INHERITED_NAMES], (projectId) => [
      store.writer.remove({ projectId, id: 1 }, BY),
      { type: 'ChangeRequestNotFound', projectId, id: 1 },
    ]);
  },
  'keeps the change request with the same id in another project': async ({ store }) => {
    await registerProjects(store, 'Shop', 'sho_');
    for (const project of [PROJECT, 'Shop', 'sho_']) {
      await record(store, { ...scheduled, project });
    }
    await valueOf(store.writer.remove({ projectId: 'sho_', id: 1 }, BY));
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [1]);
    assert.deepEqual(await searchIds(store, 'Shop', feature('a')), [1]);
    assert.deepEqual(await searchIds(store, 'sho_', feature('a')), []);
  },
  'succeeds for exactly one of many concurrent removals, with one event': async ({ store }) => {
    await record(store, scheduled);
    const events = await eventsDuring(store, async () => {
      const calls = Array.from({ length: 50 }, () => store.writer.remove(key, BY));
      await assertOneSucceeds(calls, { type: 'ChangeRequestNotFound', ...key });
    });
    assert.deepEqual(typesOf(events), ['change-request-schedule-withdrawn']);
  },
  'returns created for a put after a removal': async ({ store }) => {
    await record(store, scheduled);
    await valueOf(store.writer.remove(key, BY));
    const [event] = await eventsDuring(store, async () => {
      assert.equal(await record(store, scheduled), 'created');
    });
    assert.deepEqual([event?.preData, event?.data], [null, scheduled]);
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [1]);
  },
});
