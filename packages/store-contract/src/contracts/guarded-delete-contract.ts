import assert from 'node:assert/strict';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { StrategyUse } from '@forewarn/impact';
import { changeRequest, enabling, PROJECT, using } from '../samples/change-request.ts';
import { scheduledEntries, strategyDefinition } from '../samples/entries.ts';
import { ABORTED, REASON } from '../suite/call-cases.ts';
import * as check from '../suite/check.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { eventsDuring } from '../suite/events-during.ts';
import type { GuardedDeletePorts } from '../suite/ports.ts';
import { repeat, times } from '../suite/rounds.ts';
import { BY, importAll, record, recordAll, registerProjects } from '../suite/store-calls.ts';
import { errorOf, valueOf } from '../suite/value-of.ts';
import { prepare, useContract } from './strategy-use-contract.ts';

const region = strategyDefinition('region');
const NOT_FOUND = { type: 'StrategyNotFound', name: 'region' } as const;

/** The error of a precondition that does not hold. */
export const FAILED = { type: 'PreconditionFailed' } as const;

const deleteIf = (
  { strategies }: GuardedDeletePorts,
  isAllowed: (use: StrategyUse) => boolean,
  name = 'region',
) => strategies.deleteIf(name, BY, isAllowed);

const listed = async ({ strategies }: GuardedDeletePorts): Promise<readonly string[]> =>
  (await valueOf(strategies.list())).map(({ name }) => name);

const doubting = (given: Partial<ScheduledChangeRequest>): ScheduledChangeRequest =>
  changeRequest({ ...given, features: [{ name: 'f', changes: [] }] });

/** Returns what asserts that each write leaves a use of these numbers, which a precondition gets. */
const seeing = (store: GuardedDeletePorts) => {
  const seen = new Set<string>();
  const see = ({ projects, touching: uses, doubtful }: StrategyUse): boolean => {
    seen.add(`${projects.length} ${uses.length} ${doubtful.length}`);
    return false;
  };
  return async (write: () => Promise<unknown>, expected: string): Promise<void> => {
    await write();
    seen.clear();
    await check.fails(deleteIf(store, see), FAILED);
    assert.deepEqual([...seen], [expected]);
    assert.ok((await listed(store)).includes('region'), 'the definition is still there');
  };
};

/** Whether nothing touches or may touch a definition. */
export const isUnused = ({ touching: uses, doubtful }: StrategyUse): boolean =>
  uses.length + doubtful.length === 0;

const guardContract = contractOf<GuardedDeletePorts>('StrategyRepository.delete, conditional', {
  'passes the use that findUse returns, and deletes if it holds': async ({ store }) => {
    const scheduled = ['a', 'B'].flatMap((project) => [
      using(['region'], { project }),
      doubting({ id: 2, project }),
      changeRequest({ id: 3, project, features: enabling('f') }),
    ]);
    await prepare(store, [PROJECT, 'B', 'a'], ...scheduled);
    const use = await valueOf(store.strategies.findUse('region'));
    assert.deepEqual([use.touching.length, use.doubtful.length], [2, 2]);
    const passed: StrategyUse[] = [];
    await valueOf(deleteIf(store, (each) => passed.push(each) > 0));
    assert.ok(passed.length > 0);
    for (const each of passed) assert.deepEqual(each, use);
    await check.fails(store.strategies.findUse('region'), NOT_FOUND);
  },
  'returns StrategyNotFound and StrategyNotEditable, whatever it says': async ({ store }) => {
    const before = await listed(store);
    for (const isAllowed of [true, false]) {
      await check.fails(
        deleteIf(store, () => isAllowed),
        NOT_FOUND,
      );
      const builtIn = { type: 'StrategyNotEditable', name: 'default' };
      await check.fails(
        deleteIf(store, () => isAllowed, 'default'),
        builtIn,
      );
    }
    assert.deepEqual(await listed(store), before);
  },
  'sees each put and removal before it, and keeps the definition if it fails': async ({
    store,
  }) => {
    await prepare(store, [PROJECT, 'other']);
    const sees = seeing(store);
    const other = { project: 'other' };
    await sees(async () => {}, '2 0 0');
    await sees(() => record(store, using(['zone', 'region'])), '2 1 0');
    await sees(() => record(store, using(['region'], other)), '2 2 0');
    await sees(() => record(store, doubting(other)), '2 1 1');
    await sees(() => valueOf(store.writer.remove({ projectId: PROJECT, id: 1 }, BY)), '2 0 1');
    await sees(() => registerProjects(store, 'third'), '3 0 1');
  },
  'passes a copy: mutating it changes nothing in the store': async ({ store }) => {
    await prepare(store, [PROJECT], using(['region']));
    await check.returnsCopies(async () => {
      const passed: StrategyUse[] = [];
      await errorOf(deleteIf(store, (use) => passed.push(use) === 0));
      return passed;
    });
  },
  'throws what the precondition throws, and keeps the definition': async ({ store }) => {
    await prepare(store, []);
    const bug = new Error('a bug');
    const throwIt = (): boolean => {
      throw bug;
    };
    await assert.rejects(async () => deleteIf(store, throwIt), bug);
    await valueOf(store.strategies.delete('region', BY));
  },
  'keeps the definition if it is aborted in the precondition': async ({ store }) => {
    await prepare(store, []);
    const end = new AbortController();
    const isAllowed = (): boolean => {
      end.abort(REASON);
      return true;
    };
    const { signal } = end;
    await check.fails(store.strategies.deleteIf('region', BY, isAllowed, { signal }), ABORTED);
    assert.ok((await listed(store)).includes('region'));
  },
  'succeeds for one of many concurrent deletes that each require the use': async ({ store }) => {
    await recordAll(store, [using(['region'])], PROJECT);
    await repeat(3, async () => {
      await valueOf(store.strategies.register(region, BY));
      const calls = times(30, () => deleteIf(store, ({ touching: uses }) => uses.length === 1));
      await check.oneSucceeds(calls, NOT_FOUND);
    });
  },
  'never deletes a definition after a reader found a concurrent use of it': async ({ store }) => {
    await registerProjects(store, PROJECT);
    await repeat(6, async (round) => {
      const name = `region ${round}`;
      await valueOf(store.strategies.register(strategyDefinition(name), BY));
      const used: boolean[] = [];
      const look = async (): Promise<void> => {
        const use = await store.strategies.findUse(name);
        if (use.isOk()) used.push(!isUnused(use.value));
      };
      const [deleted] = await Promise.all([
        deleteIf(store, isUnused, name),
        record(store, using([name], { id: round })),
        repeat(5, look),
        repeat(5, look),
      ]);
      if (deleted.isOk()) assert.ok(!used.includes(true), 'it was used before it was deleted');
      else assert.deepEqual(deleted.error, FAILED);
    });
  },
});

/** The promises of deletes that depend on the use of a definition, for stores that implement only these calls. */
export const guardedDeleteContracts: readonly Contract<GuardedDeletePorts>[] = [
  useContract,
  guardContract,
];

/** Conditional deletes among writes and events of a whole store. */
export const conditionalDeleteContract: Contract = contractOf(
  'StrategyRepository.delete, conditional, of a store',
  {
    'sees each batch, import and deletion of a project before it': async ({ store }) => {
      await prepare(store, [PROJECT, 'other']);
      const sees = seeing(store);
      const used = using(['region'], { project: 'other' });
      await sees(() => valueOf(store.writer.putAll([used], BY)), '2 1 0');
      await sees(() => record(store, doubting({ project: 'other' })), '2 0 1');
      await sees(() => importAll(store, scheduledEntries([used])), '2 1 0');
      await sees(() => valueOf(store.projects.delete('other', BY)), '1 0 0');
    },
    'records one event for many deletes, and nothing for what a precondition keeps': async ({
      store,
    }) => {
      await prepare(store, [PROJECT], using(['region']));
      await check.refused(store, ['region', 'default', 'none'], (name) => [
        deleteIf(store, () => false, name),
        name === 'region'
          ? FAILED
          : { type: name === 'none' ? 'StrategyNotFound' : 'StrategyNotEditable', name },
      ]);
      const events = await eventsDuring(store, () =>
        Promise.all(times(30, () => deleteIf(store, (use) => !isUnused(use)))),
      );
      const event = { type: 'strategy-deleted', data: null, preData: region, createdBy: BY };
      assert.deepEqual(events, [event]);
    },
  },
);
