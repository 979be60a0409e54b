import assert from 'node:assert/strict';
import type { PutOutcome } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { arbitraryChangeRequest } from '../arbitraries/arbitrary-change-request.ts';
import { holdsFor } from '../arbitraries/arbitrary-history.ts';
import { arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import {
  changeRequest,
  enabling,
  feature,
  PROJECT,
  stubbornChangeRequest,
} from '../samples/change-request.ts';
import { projectEntry } from '../samples/entries.ts';
import { LOOK_ALIKE_NAMES, NOT_SHOP } from '../samples/names.ts';
import * as check from '../suite/check.ts';
import { type Contract, projectContractOf } from '../suite/contract.ts';
import {
  eventsDuring,
  type EventWithoutStamp,
  scheduledEvent,
  typesOf,
  versionsIn,
  withdrawnEvent,
} from '../suite/events-during.ts';
import { times } from '../suite/rounds.ts';
import { search, searchIds } from '../suite/searches.ts';
import { changeRequestsIn, idsOf, stateOf } from '../suite/state-of.ts';
import { BY, importAll, record, recordAll, registerProjects } from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const first = changeRequest({ title: 'First', features: enabling('a', 'b') });
const second = changeRequest({ environment: 'staging', features: enabling('b', 'c') });

const recordContract = projectContractOf('ScheduledChangeRequestWriter.put', {
  'returns created, then replaced, with an event that has both versions': async ({ store }) => {
    const put = async () => {
      assert.equal(await record(store, first), 'created');
      assert.equal(await valueOf(store.writer.put(second, 'bob')), 'replaced');
    };
    const expected = [scheduledEvent(first, null, BY), scheduledEvent(second, first, 'bob')];
    await check.events(store, put, expected);
    assert.deepEqual(changeRequestsIn(await stateOf(store)), [second]);
    const summary = { id: 1, environment: 'staging' };
    assert.deepEqual(await search(store, PROJECT, feature('a')), []);
    assert.deepEqual(await search(store, PROJECT, feature('b')), [summary]);
    assert.deepEqual(await search(store, PROJECT, feature('c')), [summary]);
  },
  'returns unchanged and records no event for the same JSON text': async ({ store }) => {
    await record(store, first);
    await check.nothingChanges(store, async () => {
      assert.equal(await record(store, structuredClone(first)), 'unchanged');
      assert.equal(await valueOf(store.writer.put(first, 'bob')), 'unchanged');
    });
  },
  'returns replaced for any difference in the JSON text': async ({ store }) => {
    const versions = [
      changeRequest({ features: enabling('a') }),
      changeRequest({ features: enabling('a'), title: '' }),
      changeRequest({ features: enabling('a'), title: '', comments: [{ text: 'a' }] }),
      changeRequest({ features: enabling('a'), title: '', comments: [{ text: 'A' }] }),
      // The same fields in another order.
      { title: '', ...changeRequest({ features: enabling('a'), comments: [{ text: 'A' }] }) },
    ];
    const events = await eventsDuring(store, async () => {
      const results = [];
      for (const version of versions) results.push(await record(store, version));
      assert.deepEqual(results, ['created', ...versions.slice(1).map(() => 'replaced')]);
    });
    const expected = versions.map((version, index) => [versions[index - 1] ?? null, version]);
    assert.deepEqual(versionsIn(events), expected);
  },
  'returns ProjectNotFound and records nothing for an unregistered project': async ({ store }) => {
    await check.refused(store, NOT_SHOP, (projectId) => [
      store.writer.put(changeRequest({ project: projectId, features: enabling('a') }), BY),
      { type: 'ProjectNotFound', projectId },
    ]);
    await registerProjects(store, 'Shop');
    assert.deepEqual(await search(store, 'Shop', feature('a')), []);
  },
  'keeps the JSON text in the state and in events, whatever its content': async ({ store }) => {
    const [event] = await eventsDuring(store, () => record(store, stubbornChangeRequest));
    assert.equal(JSON.stringify(event?.data), JSON.stringify(stubbornChangeRequest));
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [stubbornChangeRequest.id]);
    const kept = new Map([[PROJECT, JSON.stringify(stubbornChangeRequest)]]);
    await holdsFor(40, arbitraryAlphabet.chain(arbitraryChangeRequest), async (sample, project) => {
      await registerProjects(store, project);
      const changed = { ...sample, project };
      kept.set(project, JSON.stringify(changed));
      assert.equal(await record(store, changed), 'created');
      assert.equal(await record(store, changed), 'unchanged');
    });
    const state = changeRequestsIn(await stateOf(store));
    const stored = new Map(state.map((changed) => [changed.project, JSON.stringify(changed)]));
    assert.deepEqual(stored, kept);
  },
  'accepts any name for a project, an environment and a principal': async ({ store }) => {
    await importAll(
      store,
      LOOK_ALIKE_NAMES.map((name) => projectEntry(name)),
    );
    const all = LOOK_ALIKE_NAMES.map((name) => changeRequest({ project: name, environment: name }));
    const putAll = async () => {
      for (const each of all) await valueOf(store.writer.put(each, each.project));
    };
    const events = all.map((each) => scheduledEvent(each, null, each.project));
    await check.events(store, putAll, events);
  },
});

const versions = times(20, (index) =>
  changeRequest({ title: `version ${index}`, features: enabling(`f${index}`, 'all') }),
);

const others = (outcome: PutOutcome) => versions.slice(1).map(() => outcome);

/** Asserts that the state and every search show exactly the result of the last event. */
async function assertShows(store: Store, last: EventWithoutStamp | undefined): Promise<void> {
  const standing = versions.filter((version) => version.title === titleOf(last?.data));
  assert.deepEqual(changeRequestsIn(await stateOf(store)), standing);
  for (const version of versions) {
    const found = await searchIds(store, PROJECT, feature(version.features[0]?.name ?? ''));
    assert.deepEqual(found, standing.includes(version) ? [1] : []);
  }
  assert.deepEqual(await searchIds(store, PROJECT, feature('all')), idsOf(standing));
}

const titleOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'title' in data ? data.title : undefined;

const concurrencyContract = projectContractOf('ScheduledChangeRequestWriter.put, concurrently', {
  'serializes many concurrent puts with the same id': async ({ store }) => {
    const events = await eventsDuring(store, async () => {
      const results = await Promise.all(versions.map((version) => record(store, version)));
      assert.deepEqual(results.toSorted(), ['created', ...others('replaced')]);
    });
    assert.equal(events.length, 20);
    check.chained(events);
    await assertShows(store, events.at(-1));
  },
  'returns created for one of many equal puts, unchanged for the others': async ({ store }) => {
    const events = await eventsDuring(store, async () => {
      const results = await Promise.all(versions.map(() => record(store, first)));
      assert.deepEqual(results.toSorted(), ['created', ...others('unchanged')]);
    });
    assert.equal(events.length, 1);
  },
  'serializes concurrent puts and removals of the same id': async ({ store }) => {
    const events = await eventsDuring(store, async () => {
      await Promise.all(
        versions.flatMap((version) => [
          store.writer.put(version, BY),
          store.writer.remove({ projectId: PROJECT, id: 1 }, BY),
        ]),
      );
    });
    check.chained(events);
    await assertShows(store, events.at(-1));
  },
  'creates many ids of one project concurrently': async ({ store }) => {
    const many = versions.map((version, id) => ({ ...version, id }));
    const events = await eventsDuring(store, async () => {
      const results = await Promise.all(many.map((each) => record(store, each)));
      assert.deepEqual(results, ['created', ...others('created')]);
    });
    assert.equal(events.length, 20);
    assert.deepEqual(await searchIds(store, PROJECT, feature('all')), idsOf(many));
  },
});

const scheduled = changeRequest({ title: 'T', environment: 'staging', features: enabling('a') });
const key = { projectId: PROJECT, id: 1 } as const;

const removeContract = projectContractOf('ScheduledChangeRequestWriter.remove', {
  'removes it from searches and the state of its project, with one event': async ({ store }) => {
    const kept = [
      { ...scheduled, project: 'Shop' },
      { ...scheduled, project: 'sho_' },
    ];
    await recordAll(store, [scheduled, { ...scheduled, id: 2 }, ...kept], 'Shop', 'sho_');
    const remove = () => valueOf(store.writer.remove(key, 'bob'));
    await check.events(store, remove, [withdrawnEvent(scheduled, 'bob')]);
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [2]);
    for (const { project } of kept) {
      assert.deepEqual(await searchIds(store, project, feature('a')), [1]);
    }
    assert.deepEqual(changeRequestsIn(await stateOf(store)), [...kept, { ...scheduled, id: 2 }]);
  },
  'returns ChangeRequestNotFound for an unknown id or project': async ({ store }) => {
    await record(store, scheduled);
    await valueOf(store.writer.remove(key, BY));
    await record(store, { ...scheduled, id: 10 });
    const keys = [
      ...[1, 0, 100, -1, Number.MAX_SAFE_INTEGER].map((id) => ({ projectId: PROJECT, id })),
      ...NOT_SHOP.map((projectId) => ({ projectId, id: 10 })),
    ];
    await check.refused(store, keys, (missing) => [
      store.writer.remove(missing, BY),
      { type: 'ChangeRequestNotFound', ...missing },
    ]);
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [10]);
    await check.events(store, () => record(store, scheduled), [
      scheduledEvent(scheduled, null, BY),
    ]);
  },
  'succeeds for exactly one of many concurrent removals, with one event': async ({ store }) => {
    await record(store, scheduled);
    const events = await eventsDuring(store, async () => {
      const calls = times(50, () => store.writer.remove(key, BY));
      await check.oneSucceeds(calls, { type: 'ChangeRequestNotFound', ...key });
    });
    assert.deepEqual(typesOf(events), ['change-request-schedule-withdrawn']);
  },
});

/** Putting and removing one change request. */
export const recordContracts: readonly Contract[] = [
  recordContract,
  concurrencyContract,
  removeContract,
];
