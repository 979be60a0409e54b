import assert from 'node:assert/strict';
import type { PutOutcome, ScheduledChangeRequest, Store } from '@forewarn/core';
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
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { type Contract, projectContractOf } from '../suite/contract.ts';
import { overwriteDeeply } from '../suite/copies.ts';
import {
  assertChained,
  eventsDuring,
  type EventWithoutStamp,
  scheduledEvent,
  versionsIn,
} from '../suite/events-during.ts';
import {
  assertNothingChanges,
  assertRefused,
  changeRequestsIn,
  stateOf,
} from '../suite/state-of.ts';
import {
  BY,
  importAll,
  record,
  registerProjects,
  search,
  searchIds,
} from '../suite/store-calls.ts';
import { valueOf } from '../suite/value-of.ts';

const first = changeRequest({ title: 'First', features: enabling('a', 'b') });
const second = changeRequest({ environment: 'staging', features: enabling('b', 'c') });

/** Putting one change request. */
export const recordContract: Contract = projectContractOf('ScheduledChangeRequestWriter.put', {
  'returns created, with one event whose preData is null': async ({ store }) => {
    const events = await eventsDuring(store, async () => {
      assert.equal(await record(store, first), 'created');
    });
    assert.deepEqual(events, [scheduledEvent(first, null, BY)]);
  },
  'returns replaced, with one event that has both versions as a whole': async ({ store }) => {
    await record(store, first);
    const events = await eventsDuring(store, async () => {
      assert.equal(await valueOf(store.writer.put(second, 'bob')), 'replaced');
    });
    assert.deepEqual(events, [scheduledEvent(second, first, 'bob')]);
    assert.deepEqual(changeRequestsIn(await stateOf(store)), [second]);
  },
  'lets searches match the new targets and none of the replaced ones': async ({ store }) => {
    await record(store, first);
    await record(store, second);
    const summary = { id: 1, environment: 'staging' };
    assert.deepEqual(await search(store, PROJECT, feature('a')), []);
    assert.deepEqual(await search(store, PROJECT, feature('b')), [summary]);
    assert.deepEqual(await search(store, PROJECT, feature('c')), [summary]);
  },
  'returns unchanged and records no event for the same JSON text': async ({ store }) => {
    await record(store, first);
    await assertNothingChanges(store, async () => {
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
    assert.deepEqual(
      versionsIn(events),
      versions.map((version, index) => [versions[index - 1] ?? null, version]),
    );
  },
  'returns ProjectNotFound and records nothing for an unregistered project': async ({ store }) => {
    await assertRefused(store, ['Shop', 'shop ', 'sho_', '%', ...INHERITED_NAMES], (projectId) => [
      store.writer.put(changeRequest({ project: projectId, features: enabling('a') }), BY),
      { type: 'ProjectNotFound', projectId },
    ]);
    await registerProjects(store, 'Shop');
    assert.deepEqual(await search(store, 'Shop', feature('a')), []);
  },
  'distinguishes the same id in two projects': async ({ store }) => {
    await registerProjects(store, 'a', 'b');
    await record(store, changeRequest({ project: 'a', features: enabling('a') }));
    const existing = changeRequest({ project: 'b', features: enabling('b') });
    assert.equal(await record(store, existing), 'created');
    assert.deepEqual(await searchIds(store, 'a', feature('a')), [1]);
    assert.deepEqual(await searchIds(store, 'b', feature('a')), []);
  },
  'keeps the JSON text in the state and in events, whatever its content': async ({ store }) => {
    const [event] = await eventsDuring(store, () => record(store, stubbornChangeRequest));
    assert.equal(JSON.stringify(event?.data), JSON.stringify(stubbornChangeRequest));
    const [kept] = changeRequestsIn(await stateOf(store));
    assert.equal(JSON.stringify(kept), JSON.stringify(stubbornChangeRequest));
    assert.equal(await record(store, stubbornChangeRequest), 'unchanged');
    const { id } = stubbornChangeRequest;
    assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [id]);
  },
  'keeps the JSON text of any change request': async ({ store }) => {
    const kept = new Map<string, string>();
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
      LOOK_ALIKE_NAMES.map((id) => ({ kind: 'project', project: { id, name: id } })),
    );
    const events = await eventsDuring(store, async () => {
      for (const name of LOOK_ALIKE_NAMES) {
        const named = changeRequest({ project: name, environment: name });
        assert.equal(await valueOf(store.writer.put(named, name)), 'created');
      }
    });
    assert.deepEqual(
      events.map(({ project, environment, createdBy }) => [project, environment, createdBy]),
      LOOK_ALIKE_NAMES.map((name) => [name, name, name]),
    );
  },
  'copies its arguments: mutating them later changes nothing in the store': async ({ store }) => {
    const passed = structuredClone(first);
    const [event] = await eventsDuring(store, async () => {
      await record(store, passed);
      overwriteDeeply(passed);
    });
    assert.deepEqual(event?.data, first);
    assert.deepEqual(changeRequestsIn(await stateOf(store)), [first]);
    assert.deepEqual(await search(store, PROJECT, feature('a')), [
      { id: 1, environment: 'production', title: 'First' },
    ]);
  },
});

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
  const found = await searchIds(store, PROJECT, feature('all'));
  assert.deepEqual(
    found,
    standing.map(({ id }) => id),
  );
}

const titleOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'title' in data ? data.title : undefined;

/** Puts with concurrent puts and removals. */
export const recordConcurrencyContract: Contract = projectContractOf(
  'ScheduledChangeRequestWriter.put, concurrently',
  {
    'serializes many concurrent puts with the same id': async ({ store }) => {
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
        const same = changeRequest({ features: enabling('a') });
        const events = await eventsDuring(store, async () => {
          const results = await Promise.all(versions.map(() => record(store, same)));
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
      assertChained(events);
      await assertShows(store, events.at(-1));
    },
    'creates many ids of one project concurrently': async ({ store }) => {
      const many = versions.map((version, id) => ({ ...version, id }));
      const events = await eventsDuring(store, async () => {
        const results = await Promise.all(many.map((each) => record(store, each)));
        assert.deepEqual(results, ['created', ...others('created')]);
      });
      assert.equal(events.length, 20);
      const found = await searchIds(store, PROJECT, feature('all'));
      assert.deepEqual(
        found,
        many.map(({ id }) => id),
      );
    },
  },
);
