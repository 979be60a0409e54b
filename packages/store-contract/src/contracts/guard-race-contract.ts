import assert from 'node:assert/strict';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { PROJECT, using } from '../samples/change-request.ts';
import {
  complete,
  scheduledEntries,
  strategyDefinition,
  strategyEntries,
} from '../samples/entries.ts';
import { casesOf, type ContractCase, contractOf } from '../suite/contract.ts';
import { eventsDuring, type EventWithoutStamp } from '../suite/events-during.ts';
import { repeat } from '../suite/rounds.ts';
import { BY, importAll, record, registerProjects } from '../suite/store-calls.ts';
import { errorOf, valueOf } from '../suite/value-of.ts';
import { FAILED, isUnused } from './guarded-delete-contract.ts';

const deleteUnused = ({ strategies }: Store, name = 'region') =>
  strategies.deleteIf(name, BY, isUnused);

const PROJECTS = [PROJECT, 'a', 'B'];

/** A new use of the definitions in each project. */
const usesOf = (names: readonly string[], id: number): readonly ScheduledChangeRequest[] =>
  PROJECTS.map((project) => using(names, { id, project }));

type Write = (store: Store, names: readonly string[], id: number) => Promise<unknown>;

/** How a use can be recorded with an event. */
const WRITES: Readonly<Record<string, Write>> = {
  put: (store, names, id) => Promise.all(usesOf(names, id).map((each) => record(store, each))),
  putAll: (store, names, id) => valueOf(store.writer.putAll(usesOf(names, id), BY)),
};

const isScheduled = ({ type }: EventWithoutStamp): boolean => type === 'change-request-scheduled';

/** A delete that did not see a use that was recorded before it. */
function assertDeletedBeforeUses(events: readonly EventWithoutStamp[]): void {
  const deleted = events.findLastIndex(({ type }) => type === 'strategy-deleted');
  assert.ok(deleted <= events.findIndex(isScheduled), 'no use is recorded before the delete');
}

/** Runs several rounds. Each begins with the definitions, and without what the one before recorded. */
const rounds = (
  store: Store,
  names: readonly string[],
  run: (round: number) => Promise<void>,
): Promise<void> =>
  repeat(6, async (round) => {
    await importAll(store, [
      ...strategyEntries(names.map((name) => strategyDefinition(name))),
      ...PROJECTS.map((project) => complete(project)),
    ]);
    await run(round);
  });

const raceWith =
  (write: Write): ContractCase['run'] =>
  ({ store }) =>
    rounds(store, ['region'], async (round) => {
      const events = await eventsDuring(store, async () => {
        const isWriteFirst = round % 2 === 0;
        const before = isWriteFirst ? write(store, ['region'], round) : undefined;
        const deleted = deleteUnused(store);
        const [result] = await Promise.all([deleted, before ?? write(store, ['region'], round)]);
        if (result.isErr()) assert.deepEqual(result.error, FAILED);
      });
      assert.equal(events.filter(isScheduled).length, PROJECTS.length);
      assertDeletedBeforeUses(events);
    });

/** Deletes that require a definition to be unused, with concurrent uses of it. */
export const raceContract = contractOf('StrategyRepository.delete, conditional, concurrently', {
  ...casesOf(
    WRITES,
    (name) => `deletes before a concurrent ${name} that uses the definition, or not at all`,
    raceWith,
  ),
  'deletes before a concurrent import that uses the definition, or not at all': ({ store }) =>
    rounds(store, ['region'], async (round) => {
      const definition = strategyDefinition('region');
      // The definition is among the entries, so that the import tells whether it was deleted before.
      const entries = scheduledEntries(usesOf(['region'], round));
      const strategy = { kind: 'strategy', definition } as const;
      const [deleted, { strategies }] = await Promise.all([
        deleteUnused(store),
        importAll(store, round % 2 === 0 ? [...entries, strategy] : [strategy, ...entries]),
      ]);
      const expected = { created: Number(deleted.isOk()), unchanged: Number(deleted.isErr()) };
      assert.deepEqual(strategies, { replaced: 0, withdrawn: 0, ...expected });
      assert.deepEqual(await valueOf(store.strategies.find('region')), definition);
    }),
  'serializes deletes and uses of several definitions in any order': async ({ store }) => {
    const names = ['region', 'zone', 'B', 'a'];
    await registerProjects(store, ...PROJECTS);
    await rounds(store, names, async () => {
      const events = await eventsDuring(store, async () => {
        const writes = Object.values(WRITES).flatMap((write, index) => [
          write(store, names, 2 * index),
          write(store, names.toReversed(), 2 * index + 1),
        ]);
        const results = await Promise.all(names.map((name) => deleteUnused(store, name)));
        await Promise.all(writes);
        for (const result of results) {
          if (result.isErr()) assert.deepEqual(result.error, FAILED);
        }
      });
      assertDeletedBeforeUses(events);
    });
  },
  'deletes only after a concurrent replacement or removal of the use': async ({ store }) => {
    await registerProjects(store, ...PROJECTS);
    await rounds(store, ['region'], async (round) => {
      await record(store, using(['region'], { id: 1 }));
      const events = await eventsDuring(store, async () => {
        const stop =
          round % 2 === 0
            ? record(store, using(['default'], { id: 1 }))
            : valueOf(store.writer.remove({ projectId: PROJECT, id: 1 }, BY));
        await Promise.all([stop, deleteUnused(store)]);
      });
      assert.notEqual(events[0]?.type, 'strategy-deleted');
      if (events.length > 1) return;
      await valueOf(deleteUnused(store));
      assert.equal((await errorOf(store.strategies.find('region'))).type, 'StrategyNotFound');
    });
  },
});
