import assert from 'node:assert/strict';
import { answerOf } from '../answer-of.ts';
import type { Contract } from '../contract.ts';
import { EVERY_CALL, fillForEveryCall } from '../every-call.ts';

/** What holds for a store as a whole. */
export const storeContract: Contract = {
  port: 'Store',
  cases: [
    {
      name: 'returns a check while it is open',
      run: async ({ store }) => {
        await answerOf(store.check());
        await fillForEveryCall(store);
        await answerOf(store.check());
      },
    },
    {
      name: 'returns StoreUnavailable to every call once it is closed',
      run: async ({ store }) => {
        await fillForEveryCall(store);
        await store.close();
        const answers = Object.entries(EVERY_CALL).map(async ([name, call]) => {
          const answer = await call(store);
          return [name, answer.isErr() ? answer.error.type : answer.value] as const;
        });
        assert.deepEqual(
          await Promise.all(answers),
          Object.keys(EVERY_CALL).map((name) => [name, 'StoreUnavailable']),
        );
      },
    },
    {
      name: 'returns StoreUnavailable once it is closed, and nothing after it: transfer.export',
      run: async ({ store }) => {
        await fillForEveryCall(store);
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
        await fillForEveryCall(store);
        const other = await open();
        assert.deepEqual(await answerOf(other.projects.list()), []);
        assert.deepEqual(await answerOf(other.apiKeys.list()), []);
        await other.close();
        await answerOf(store.check());
      },
    },
  ],
};
