import assert from 'node:assert/strict';
import type { Store, StrategyUse } from '@forewarn/core';
import { changeRequest, enabling, PROJECT, using } from '../samples/change-request.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { type Contract, contractOf } from '../suite/contract.ts';
import { overwriteDeeply } from '../suite/copies.ts';
import { eventsDuring } from '../suite/events-during.ts';
import { assertNothingChanges } from '../suite/state-of.ts';
import { BY, importAll, record, registerProjects } from '../suite/store-calls.ts';
import { assertFails, assertOneSucceeds, errorOf, valueOf } from '../suite/value-of.ts';

const region = strategyDefinition('region');
const FAILED = { type: 'PreconditionFailed' } as const;

const deleteIf = ({ strategies }: Store, onlyIf: (use: StrategyUse) => boolean, name = 'region') =>
  strategies.delete(name, BY, { onlyIf });

/** Deletes of strategy definitions with a precondition. */
export const conditionalDeleteContract: Contract = contractOf(
  'StrategyRepository.delete, conditional',
  {
    'passes the use that findUse returns, and deletes when the precondition holds': async ({
      store,
    }) => {
      await registerProjects(store, PROJECT, 'B', 'a');
      await valueOf(store.strategies.register(region, BY));
      for (const project of ['a', 'B']) {
        await record(store, using(['region'], { project }));
        await record(
          store,
          changeRequest({ id: 2, project, features: [{ name: 'f', changes: [] }] }),
        );
        await record(store, changeRequest({ id: 3, project, features: enabling('f') }));
      }
      const use = await valueOf(store.strategies.findUse('region'));
      assert.deepEqual([use.touching.length, use.doubtful.length], [2, 2]);
      const passed: StrategyUse[] = [];
      const events = await eventsDuring(store, async () => {
        await valueOf(deleteIf(store, (each) => passed.push(each) > 0));
      });
      assert.deepEqual(events, [
        { type: 'strategy-deleted', data: null, preData: region, createdBy: BY },
      ]);
      assert.ok(passed.length > 0);
      for (const each of passed) assert.deepEqual(each, use);
      assert.equal((await errorOf(store.strategies.find('region'))).type, 'StrategyNotFound');
    },
    'returns PreconditionFailed, keeps the definition and records no event when it fails': async ({
      store,
    }) => {
      await registerProjects(store, PROJECT);
      await valueOf(store.strategies.register(region, BY));
      await assertNothingChanges(store, async () => {
        await assertFails(
          deleteIf(store, () => false),
          FAILED,
        );
      });
      await record(store, using(['region']));
      await assertNothingChanges(store, async () => {
        const isUnused = ({ touching }: StrategyUse) => touching.length === 0;
        await assertFails(deleteIf(store, isUnused), FAILED);
      });
    },
    'returns StrategyNotFound and StrategyNotEditable, whatever the precondition': async ({
      store,
    }) => {
      await assertNothingChanges(store, async () => {
        for (const onlyIf of [() => true, () => false]) {
          for (const [name, type] of [
            ['region', 'StrategyNotFound'],
            ['default', 'StrategyNotEditable'],
          ] as const) {
            await assertFails(deleteIf(store, onlyIf, name), { type, name });
          }
        }
      });
    },
    'sees each put, replacement, removal and import that was before it': async ({ store }) => {
      await registerProjects(store, PROJECT, 'other');
      await valueOf(store.strategies.register(region, BY));
      const seen: unknown[] = [];
      const see = async (): Promise<void> => {
        await assertFails(
          deleteIf(store, ({ projects, touching, doubtful }) => {
            seen.push([projects.length, touching.length, doubtful.length]);
            return false;
          }),
          FAILED,
        );
      };
      const other = { project: 'other', id: 1 } as const;
      const doubted = changeRequest({ ...other, features: [{ name: 'f', changes: [] }] });
      for (const write of [
        () => record(store, using(['zone', 'region'])),
        () => valueOf(store.writer.putAll([using(['region'], other)], BY)),
        () => record(store, doubted),
        () => valueOf(store.writer.remove({ projectId: PROJECT, id: 1 }, BY)),
        () => importAll(store, [{ kind: 'scheduled', changeRequest: using(['region'], other) }]),
        () => registerProjects(store, 'third'),
        () => valueOf(store.projects.delete('other', BY)),
      ]) {
        await write();
        await see();
      }
      const distinct = seen.filter((each, index) => {
        return JSON.stringify(each) !== JSON.stringify(seen[index - 1]);
      });
      assert.deepEqual(distinct, [
        [2, 1, 0],
        [2, 2, 0],
        [2, 1, 1],
        [2, 0, 1],
        [2, 1, 0],
        [3, 1, 0],
        [2, 0, 0],
      ]);
    },
    'passes a copy: mutating it changes nothing in the store': async ({ store }) => {
      await registerProjects(store, PROJECT);
      await valueOf(store.strategies.register(region, BY));
      await record(store, using(['region']));
      await assertNothingChanges(store, async () => {
        const passed: StrategyUse[] = [];
        await errorOf(deleteIf(store, (use) => passed.push(use) === 0));
        overwriteDeeply(passed);
      });
    },
    'throws what the precondition throws, and keeps the definition': async ({ store }) => {
      await valueOf(store.strategies.register(region, BY));
      const bug = new Error('a bug');
      await assertNothingChanges(store, async () => {
        const call = async () =>
          deleteIf(store, () => {
            throw bug;
          });
        await assert.rejects(call, bug);
      });
      await valueOf(store.strategies.delete('region', BY));
    },
    'succeeds for exactly one of many concurrent deletes that each require the use': async ({
      store,
    }) => {
      await registerProjects(store, PROJECT);
      await record(store, using(['region']));
      for (let round = 0; round < 3; round += 1) {
        await valueOf(store.strategies.register(region, BY));
        const events = await eventsDuring(store, async () => {
          const calls = Array.from({ length: 30 }, () =>
            deleteIf(store, ({ touching }) => touching.length === 1),
          );
          await assertOneSucceeds(calls, { type: 'StrategyNotFound', name: 'region' });
        });
        assert.equal(events.length, 1);
      }
    },
  },
);
