import assert from 'node:assert/strict';
import type { ScheduledChangeRequest, Store, StrategyUse } from '@forewarn/core';
import { PROJECT, using } from '../samples/change-request.ts';
import { complete, scheduledEntries, strategyEntries } from '../samples/entries.ts';
import { strategyDefinition } from '../samples/strategy-definition.ts';
import { type Contract, type ContractCase, contractOf } from '../suite/contract.ts';
import { eventsDuring, type EventWithoutStamp } from '../suite/events-during.ts';
import { BY, importAll, record, registerProjects } from '../suite/store-calls.ts';
import { errorOf, valueOf } from '../suite/value-of.ts';

const ROUNDS = 10;

const isUnused = ({ touching, doubtful }: StrategyUse): boolean =>
  touching.length + doubtful.length === 0;

const deleteUnused = ({ strategies }: Store, name: string) =>
  strategies.delete(name, BY, { onlyIf: isUnused });

const PROJECTS = [PROJECT, 'a', 'B'];

/** A new use of the definitions in each project. */
const usesOf = (names: readonly string[], id: number): readonly ScheduledChangeRequest[] =>
  PROJECTS.map((project) => using(names, { id, project }));

/** How a use can be recorded with an event. */
const WRITES: Readonly<
  Record<string, (store: Store, names: readonly string[], id: number) => Promise<unknown>>
> = {
  put: (store, names, id) => Promise.all(usesOf(names, id).map((each) => record(store, each))),
  putAll: (store, names, id) => valueOf(store.writer.putAll(usesOf(names, id), BY)),
};

const isScheduled = ({ type }: EventWithoutStamp): boolean => type === 'change-request-scheduled';

/** A delete that did not see a use that was recorded before it. */
function assertDeletedBeforeUses(events: readonly EventWithoutStamp[]): void {
  const deleted = events.findLastIndex(({ type }) => type === 'strategy-deleted');
  assert.ok(deleted <= events.findIndex(isScheduled), 'no use is recorded before the delete');
}

/** Registers the definitions, and withdraws what the round before it recorded. */
async function prepare(store: Store, names: readonly string[]): Promise<void> {
  await importAll(store, [
    ...strategyEntries(names.map((name) => strategyDefinition(name))),
    ...PROJECTS.map((project) => complete(project)),
  ]);
}

const raceWith =
  (write: (typeof WRITES)[string]): ContractCase['run'] =>
  async ({ store }) => {
    await registerProjects(store, ...PROJECTS);
    for (let round = 0; round < ROUNDS; round += 1) {
      await prepare(store, ['region']);
      const events = await eventsDuring(store, async () => {
        const isWriteFirst = round % 2 === 0;
        const before = isWriteFirst ? write(store, ['region'], round) : undefined;
        const deleted = deleteUnused(store, 'region');
        const [result] = await Promise.all([deleted, before ?? write(store, ['region'], round)]);
        if (result.isErr()) assert.deepEqual(result.error, { type: 'PreconditionFailed' });
      });
      assert.equal(events.filter(isScheduled).length, PROJECTS.length);
      assertDeletedBeforeUses(events);
    }
  };

/** Deletes that require a definition to be unused, with concurrent uses of it. */
export const guardRaceContract: Contract = contractOf(
  'StrategyRepository.delete, conditional, concurrently',
  {
    ...Object.fromEntries(
      Object.entries(WRITES).map(([name, write]) => [
        `deletes before a concurrent ${name} that uses the definition, or not at all`,
        raceWith(write),
      ]),
    ),
    'deletes before a concurrent import that uses the definition, or not at all': async ({
      store,
    }) => {
      const definition = strategyDefinition('region');
      for (let round = 0; round < ROUNDS; round += 1) {
        await prepare(store, ['region']);
        const isLast = round % 2 === 0;
        // The definition is among the entries, so that the import tells whether it was deleted before.
        const entries = scheduledEntries(usesOf(['region'], round));
        const strategy = { kind: 'strategy', definition } as const;
        const [deleted, { strategies }] = await Promise.all([
          deleteUnused(store, 'region'),
          importAll(store, isLast ? [...entries, strategy] : [strategy, ...entries]),
        ]);
        const expected = { created: Number(deleted.isOk()), unchanged: Number(deleted.isErr()) };
        assert.deepEqual(strategies, { replaced: 0, withdrawn: 0, ...expected });
        assert.deepEqual(await valueOf(store.strategies.find('region')), definition);
      }
    },
    'never deletes a definition after a reader found a use of it': async ({ store }) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await prepare(store, ['region']);
        const used: boolean[] = [];
        const look = async (): Promise<void> => {
          for (let looks = 0; looks < 5; looks += 1) {
            const use = await store.strategies.findUse('region');
            if (use.isOk()) used.push(!isUnused(use.value));
          }
        };
        const [deleted] = await Promise.all([
          deleteUnused(store, 'region'),
          importAll(store, scheduledEntries(usesOf(['region'], round))),
          look(),
          look(),
        ]);
        if (deleted.isOk()) assert.ok(!used.includes(true), 'it was used before it was deleted');
        else assert.deepEqual(deleted.error, { type: 'PreconditionFailed' });
        const { length } = (await valueOf(store.strategies.findUse('default'))).projects;
        assert.equal(length, PROJECTS.length);
      }
    },
    'serializes deletes and uses of several definitions, whatever their order': async ({
      store,
    }) => {
      const names = ['region', 'zone', 'B', 'a'];
      await registerProjects(store, ...PROJECTS);
      for (let round = 0; round < ROUNDS; round += 1) {
        await prepare(store, names);
        const events = await eventsDuring(store, async () => {
          const writes = Object.values(WRITES).flatMap((write, index) => [
            write(store, names, 2 * index),
            write(store, names.toReversed(), 2 * index + 1),
          ]);
          const results = await Promise.all(names.map((name) => deleteUnused(store, name)));
          await Promise.all(writes);
          for (const result of results) {
            if (result.isErr()) assert.deepEqual(result.error, { type: 'PreconditionFailed' });
          }
        });
        assertDeletedBeforeUses(events);
      }
    },
    'deletes only after a concurrent replacement or removal of the use': async ({ store }) => {
      await registerProjects(store, ...PROJECTS);
      for (let round = 0; round < ROUNDS; round += 1) {
        await prepare(store, ['region']);
        const use = using(['region'], { id: 1 });
        await record(store, use);
        const unused = using([], { id: 1 });
        const events = await eventsDuring(store, async () => {
          const stop =
            round % 2 === 0
              ? record(store, unused)
              : valueOf(store.writer.remove({ projectId: PROJECT, id: 1 }, BY));
          await Promise.all([stop, deleteUnused(store, 'region')]);
        });
        const types = events.map(({ type }) => type);
        assert.notEqual(types[0], 'strategy-deleted');
        if (types.length === 1) {
          await valueOf(deleteUnused(store, 'region'));
          assert.equal((await errorOf(store.strategies.find('region'))).type, 'StrategyNotFound');
        }
      }
    },
  },
);
