import assert from 'node:assert/strict';
import type { StateEntry } from '@forewarn/core/operator';
import { arbitraryChangeRequest } from '../arbitraries/arbitrary-change-request.ts';
import { arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import { holdsFor } from '../arbitraries/holds-for.ts';
import { valueOf, errorOf } from '../value-of.ts';
import { contractOf, type Contract } from '../contract.ts';
import { eventsDuring } from '../events-during.ts';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { stubbornChangeRequest } from '../samples/stubborn-change-request.ts';
import { overwriteDeeply } from '../overwrite-deeply.ts';
import { assertSameState, changeRequestsIn, stateOf } from '../state-of.ts';
import { BY, importAll, record, registerProjects, search, searchIds } from '../store-calls.ts';

const first = changeRequest({ title: 'First', features: enabling('a', 'b') });
const second = changeRequest({ environment: 'staging', features: enabling('b', 'c') });

/** Putting one change request. */
export const recordContract: Contract = contractOf('ScheduledChangeRequestWriter.put', {
  'returns created, with one event whose preData is null': async ({ store }) => {
    await registerProjects(store, PROJECT);
    const events = await eventsDuring(store, async () => {
      assert.equal(await record(store, first), 'created');
    });
    const { project, environment } = first;
    assert.deepEqual(events, [
      {
        type: 'change-request-scheduled',
        data: first,
        preData: null,
        createdBy: BY,
        project,
        environment,
      },
    ]);
  },
  'returns replaced, with one event that has both versions as a whole': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await record(store, first);
    const events = await eventsDuring(store, async () => {
      assert.equal(await valueOf(store.writer.put(second, 'bob')), 'replaced');
    });
    assert.deepEqual(events, [
      {
        type: 'change-request-scheduled',
        data: second,
        preData: first,
        createdBy: 'bob',
        project: PROJECT,
        environment: 'staging',
      },
    ]);
    assert.deepEqual(changeRequestsIn(await stateOf(store)), [second]);
  },
  'lets searches match the new targets and none of the replaced ones': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await record(store, first);
    await record(store, second);
    const summary = { id: 1, environment: 'staging' };
    assert.deepEqual(await search(store, PROJECT, feature('a')), []);
    assert.deepEqual(await search(store, PROJECT, feature('b')), [summary]);
    assert.deepEqual(await search(store, PROJECT, feature('c')), [summary]);
  },
  'returns unchanged and records no event for the same JSON text': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await record(store, first);
    const before = await stateOf(store);
    const events = await eventsDuring(store, async () => {
      assert.equal(await record(store, structuredClone(first)), 'unchanged');
      assert.equal(await valueOf(store.writer.put(first, 'bob')), 'unchanged');
    });
    assert.deepEqual(events, []);
    assertSameState(await stateOf(store), before);
  },
  'returns replaced for any difference in the JSON text': async ({ store }) => {
    await registerProjects(store, PROJECT);
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
      events.map(({ data, preData }) => [preData, data]),
      versions.map((version, index) => [versions[index - 1] ?? null, version]),
    );
  },
  'returns ProjectNotFound and records nothing for an unregistered project': async ({ store }) => {
    await registerProjects(store, 'shop');
    const before = await stateOf(store);
    const events = await eventsDuring(store, async () => {
      for (const projectId of ['Shop', 'shop ', 'sho_', '%', ...INHERITED_NAMES]) {
        const homeless = changeRequest({ project: projectId, features: enabling('a') });
        assert.deepEqual(await errorOf(store.writer.put(homeless, BY)), {
          type: 'ProjectNotFound',
          projectId,
        });
      }
    });
    assert.deepEqual(events, []);
    assertSameState(await stateOf(store), before);
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
    await registerProjects(store, PROJECT);
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
    assert.deepEqual(
      new Map(state.map((changed) => [changed.project, JSON.stringify(changed)])),
      kept,
    );
  },
  'accepts any name for a project, an environment and a principal': async ({ store }) => {
    await importAll(
      store,
      LOOK_ALIKE_NAMES.map((id): StateEntry => ({
        kind: 'project',
        project: { id, name: id },
      })),
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
    await registerProjects(store, PROJECT);
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
