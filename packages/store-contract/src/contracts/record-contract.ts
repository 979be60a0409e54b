import assert from 'node:assert/strict';
import type { StateEntry } from '@forewarn/core/operator';
import { arbitraryChangeRequest } from '../arbitraries/arbitrary-change-request.ts';
import { arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import { holdsFor } from '../arbitraries/holds-for.ts';
import { answerOf, errorOf } from '../answer-of.ts';
import type { Contract } from '../contract.ts';
import { eventsDuring } from '../events-during.ts';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { INHERITED_NAMES, LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { stubbornChangeRequest } from '../samples/stubborn-change-request.ts';
import { scribbleOver } from '../scribble-over.ts';
import { assertSameState, changeRequestsIn, stateOf } from '../state-of.ts';
import { BY, importAll, record, registerProjects, search, searchIds } from '../store-calls.ts';

const first = changeRequest({ title: 'First', features: enabling('a', 'b') });
const second = changeRequest({ environment: 'staging', features: enabling('b', 'c') });

/** What recording one change request does. */
export const recordContract: Contract = {
  port: 'ScheduledChangeRequestWriter.put',
  cases: [
    {
      name: 'returns created, and records one event with the new one and nothing before it',
      run: async ({ store }) => {
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
    },
    {
      name: 'returns replaced, and records one event with the new one and the whole replaced one',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, first);
        const events = await eventsDuring(store, async () => {
          assert.equal(await answerOf(store.writer.put(second, 'bob')), 'replaced');
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
    },
    {
      name: 'lets searches match what the new one touches, and nothing else of the replaced one',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, first);
        await record(store, second);
        const summary = { id: 1, environment: 'staging' };
        assert.deepEqual(await search(store, PROJECT, feature('a')), []);
        assert.deepEqual(await search(store, PROJECT, feature('b')), [summary]);
        assert.deepEqual(await search(store, PROJECT, feature('c')), [summary]);
      },
    },
    {
      name: 'returns unchanged, and records no event, for what is recorded already',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        await record(store, first);
        const before = await stateOf(store);
        const events = await eventsDuring(store, async () => {
          assert.equal(await record(store, structuredClone(first)), 'unchanged');
          assert.equal(await answerOf(store.writer.put(first, 'bob')), 'unchanged');
        });
        assert.deepEqual(events, []);
        assertSameState(await stateOf(store), before);
      },
    },
    {
      name: 'returns replaced for a difference anywhere, down to what no target depends on',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        const versions = [
          changeRequest({ features: enabling('a') }),
          changeRequest({ features: enabling('a'), title: '' }),
          changeRequest({ features: enabling('a'), title: '', comments: [{ text: 'a' }] }),
          changeRequest({ features: enabling('a'), title: '', comments: [{ text: 'A' }] }),
          // The same, but in the order of its fields.
          { title: '', ...changeRequest({ features: enabling('a'), comments: [{ text: 'A' }] }) },
        ];
        const events = await eventsDuring(store, async () => {
          const answers = [];
          for (const version of versions) answers.push(await record(store, version));
          assert.deepEqual(answers, ['created', ...versions.slice(1).map(() => 'replaced')]);
        });
        assert.deepEqual(
          events.map(({ data, preData }) => [preData, data]),
          versions.map((version, index) => [versions[index - 1] ?? null, version]),
        );
      },
    },
    {
      name: 'returns ProjectNotFound for a project that is not registered, and records nothing',
      run: async ({ store }) => {
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
    },
    {
      name: 'keeps one id apart in two projects',
      run: async ({ store }) => {
        await registerProjects(store, 'here', 'there');
        await record(store, changeRequest({ project: 'here', features: enabling('a') }));
        const there = changeRequest({ project: 'there', features: enabling('b') });
        assert.equal(await record(store, there), 'created');
        assert.deepEqual(await searchIds(store, 'here', feature('a')), [1]);
        assert.deepEqual(await searchIds(store, 'there', feature('a')), []);
      },
    },
    {
      name: 'keeps the JSON text, whatever is in it, in the state and in events',
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        const [event] = await eventsDuring(store, () => record(store, stubbornChangeRequest));
        assert.equal(JSON.stringify(event?.data), JSON.stringify(stubbornChangeRequest));
        const [kept] = changeRequestsIn(await stateOf(store));
        assert.equal(JSON.stringify(kept), JSON.stringify(stubbornChangeRequest));
        assert.equal(await record(store, stubbornChangeRequest), 'unchanged');
        const { id } = stubbornChangeRequest;
        assert.deepEqual(await searchIds(store, PROJECT, feature('a')), [id]);
      },
    },
    {
      name: 'keeps the JSON text of any change request',
      run: async ({ store }) => {
        const kept = new Map<string, string>();
        await holdsFor(
          40,
          arbitraryAlphabet.chain(arbitraryChangeRequest),
          async (sample, project) => {
            await registerProjects(store, project);
            const changed = { ...sample, project };
            kept.set(project, JSON.stringify(changed));
            assert.equal(await record(store, changed), 'created');
            assert.equal(await record(store, changed), 'unchanged');
          },
        );
        const state = changeRequestsIn(await stateOf(store));
        assert.deepEqual(
          new Map(state.map((changed) => [changed.project, JSON.stringify(changed)])),
          kept,
        );
      },
    },
    {
      name: 'takes any name for a project, an environment and a principal',
      run: async ({ store }) => {
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
            assert.equal(await answerOf(store.writer.put(named, name)), 'created');
          }
        });
        assert.deepEqual(
          events.map(({ project, environment, createdBy }) => [project, environment, createdBy]),
          LOOK_ALIKE_NAMES.map((name) => [name, name, name]),
        );
      },
    },
    {
      name: "leaves what was passed the caller's: mutating it later changes nothing in the store",
      run: async ({ store }) => {
        await registerProjects(store, PROJECT);
        const passed = structuredClone(first);
        const [event] = await eventsDuring(store, async () => {
          await record(store, passed);
          scribbleOver(passed);
        });
        assert.deepEqual(event?.data, first);
        assert.deepEqual(changeRequestsIn(await stateOf(store)), [first]);
        assert.deepEqual(await search(store, PROJECT, feature('a')), [
          { id: 1, environment: 'production', title: 'First' },
        ]);
      },
    },
  ],
};
