import assert from 'node:assert/strict';
import type { Store, StoreUnavailable } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';
import { answerOf } from '../answer-of.ts';
import type { Contract } from '../contract.ts';
import { changeRequest, enabling, feature, PROJECT } from '../samples/change-request.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { BY, entriesOf, record, registerProjects } from '../store-calls.ts';

type Call = (store: Store) => ResultAsync<unknown, StoreUnavailable | { readonly type: string }>;

const HASH = 'a'.repeat(64);
const key = { name: 'ci', secretHash: HASH, permissions: [] } as const;
const scheduled = changeRequest({ features: enabling('a') });

const CALLS: Readonly<Record<string, Call>> = {
  'scheduledChangeRequests.search': ({ scheduledChangeRequests }) =>
    scheduledChangeRequests.search({ projectId: PROJECT, anyOf: [feature('a')] }),
  'scheduledChangeRequests.search, without targets': ({ scheduledChangeRequests }) =>
    scheduledChangeRequests.search({ projectId: PROJECT, anyOf: [] }),
  'scheduledChangeRequests.search, in no project': ({ scheduledChangeRequests }) =>
    scheduledChangeRequests.search({ projectId: 'none', anyOf: [] }),
  'recorder.record': ({ recorder }) => recorder.record(scheduled, BY),
  'recorder.record, on a condition': ({ recorder }) => recorder.record(scheduled, BY, () => false),
  'recorder.recordAll': ({ recorder }) => recorder.recordAll([scheduled], BY),
  'recorder.recordAll, of nothing': ({ recorder }) => recorder.recordAll([], BY),
  'recorder.find': ({ recorder }) => recorder.find({ projectId: PROJECT, id: 1 }),
  'recorder.find, in no project': ({ recorder }) => recorder.find({ projectId: 'none', id: 1 }),
  'recorder.withdraw': ({ recorder }) => recorder.withdraw({ projectId: PROJECT, id: 1 }, BY),
  'strategies.register': ({ strategies }) => strategies.register(strategyDefinition('zone'), BY),
  'strategies.list': ({ strategies }) => strategies.list(),
  'strategies.find': ({ strategies }) => strategies.find('region'),
  'strategies.find, of a built-in one': ({ strategies }) => strategies.find('default'),
  'strategies.change': ({ strategies }) => strategies.change('region', { kind: 'deprecate' }, BY),
  'strategies.change, of nothing': ({ strategies }) =>
    strategies.change('region', { kind: 'reactivate' }, BY),
  'strategies.delete': ({ strategies }) => strategies.delete('region', BY),
  'strategies.delete, of a built-in one': ({ strategies }) => strategies.delete('default', BY),
  'projects.register': ({ projects }) => projects.register({ id: 'new', name: 'new' }, BY),
  'projects.delete': ({ projects }) => projects.delete(PROJECT, BY),
  'projects.delete, of none': ({ projects }) => projects.delete('none', BY),
  'projects.list': ({ projects }) => projects.list(),
  'events.list': ({ events }) => events.list({ limit: 10 }),
  'events.list, of a type and a project': ({ events }) =>
    events.list({ limit: 10, type: 'project-created', project: PROJECT }),
  'apiKeys.create': ({ apiKeys }) => apiKeys.create({ ...key, name: 'new' }),
  'apiKeys.list': ({ apiKeys }) => apiKeys.list(),
  'apiKeys.revoke': ({ apiKeys }) => apiKeys.revoke(key.name),
  'apiKeys.find': ({ apiKeys }) => apiKeys.find(HASH),
  'transfer.import': ({ transfer }) =>
    transfer.import(entriesOf([{ kind: 'scheduled', changeRequest: { ...scheduled, id: 2 } }])),
  check: (store) => store.check(),
};

async function fill(store: Store): Promise<void> {
  await registerProjects(store, PROJECT);
  await record(store, scheduled);
  await answerOf(store.strategies.register(strategyDefinition('region'), BY));
  await answerOf(store.apiKeys.create(key));
}

/** What holds for a store as a whole. */
export const storeContract: Contract = {
  port: 'Store',
  cases: [
    {
      name: 'answers a check while it is open',
      run: async ({ store }) => {
        await answerOf(store.check());
        await fill(store);
        await answerOf(store.check());
      },
    },
    {
      name: 'answers StoreUnavailable to every call once it is closed',
      run: async ({ store }) => {
        await fill(store);
        await store.close();
        const answers = Object.entries(CALLS).map(async ([name, call]) => {
          const answer = await call(store);
          return [name, answer.isErr() ? answer.error.type : answer.value] as const;
        });
        assert.deepEqual(
          await Promise.all(answers),
          Object.keys(CALLS).map((name) => [name, 'StoreUnavailable']),
        );
      },
    },
    {
      name: 'answers StoreUnavailable once it is closed, and nothing after it: transfer.export',
      run: async ({ store }) => {
        await fill(store);
        await store.close();
        const answers: unknown[] = [];
        for await (const entry of store.transfer.export()) {
          answers.push(entry.isErr() ? entry.error.type : entry.value);
        }
        assert.deepEqual(answers, ['StoreUnavailable']);
      },
    },
    {
      name: 'keeps its state apart from that of another store',
      run: async ({ store, open }) => {
        await fill(store);
        const other = await open();
        assert.deepEqual(await answerOf(other.projects.list()), []);
        assert.deepEqual(await answerOf(other.apiKeys.list()), []);
        await other.close();
        await answerOf(store.check());
      },
    },
  ],
};
