import type { PortResult, ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import type { StrategyUse } from '@forewarn/impact';
import type { StateEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { expect, it } from 'vitest';
import {
  changeRequest,
  definition,
  openShop,
  outcomeOf,
  searchFor,
  untilBlocked,
} from './open-database.ts';

const using: ScheduledChangeRequest = {
  ...changeRequest(1, 'new'),
  features: [{ name: 'a', changes: [{ action: 'addStrategy', payload: { name: 'gradual' } }] }],
};

async function* entries(): AsyncGenerator<Result<StateEntry, never>> {
  yield ok({ kind: 'scheduled', changeRequest: using });
}

const RECORDINGS: Readonly<
  Record<string, (store: Store) => PortResult<unknown, { type: string }>>
> = {
  put: (store) => store.writer.put(using, 'ann'),
  batch: (store) => store.writer.putAll([using], 'ann'),
  import: (store) => store.transfer.import(entries()),
};

const isUnused = ({ touching }: StrategyUse): boolean => touching.length === 0;

/** A database with two nodes. A transaction locks a table, so that what comes first stops there, and the other waits for it. */
async function openNodes(table: string) {
  const { store: first, open, connect } = await openShop();
  const second = await open({ deadlineMs: 60_000 });
  (await first.strategies.register(definition(), 'ann'))._unsafeUnwrap();
  const holder = await connect();
  await holder.query(`begin; lock table ${table} in share mode`);
  const remove = () => second.strategies.deleteIf('gradual', 'bob', isUnused);
  /** Begins both, lets them go on, and returns their outcomes. */
  const inOrder = async (...begin: readonly (() => Outcome)[]) => {
    const begun: Outcome[] = [];
    for (const [no, each] of begin.entries()) {
      begun.push(each());
      await untilBlocked(holder, no + 1);
    }
    await holder.query('rollback');
    return (await Promise.all(begun)).map(outcomeOf);
  };
  return { first, remove, inOrder };
}

type Outcome = PortResult<unknown, { readonly type: string }>;

it.each(Object.entries(RECORDINGS))(
  'waits for a %s that names the definition, and sees it',
  async (_, recording) => {
    const { first, remove, inOrder } = await openNodes('touches');
    const outcomes = await inOrder(() => recording(first), remove);
    expect(outcomes).toEqual(['ok', 'PreconditionFailed']);
  },
);

it.each(Object.entries(RECORDINGS))(
  'makes a %s that names the definition wait for the delete',
  async (_, recording) => {
    // Stops the delete after its check.
    const { first, remove, inOrder } = await openNodes('events');
    expect(await inOrder(remove, () => recording(first))).toEqual(['ok', 'ok']);
    const anyOf = [{ kind: 'strategyDefinition', name: 'gradual' }] as const;
    const found = await first.reader.search({ ...searchFor(''), anyOf });
    expect(found._unsafeUnwrap().changeRequests.map(({ id }) => id)).toEqual([1]);
  },
);

it('waits for an import that found the definition as it is, before its uses', async () => {
  // Stops the import between the two.
  const { first, remove, inOrder } = await openNodes('change_requests');
  async function* withDefinition(): AsyncGenerator<Result<StateEntry, never>> {
    yield ok({ kind: 'strategy', definition: definition() });
    yield* entries();
  }
  const imported = first.transfer.import(withDefinition());
  expect(await inOrder(() => imported, remove)).toEqual(['ok', 'PreconditionFailed']);
  expect((await imported)._unsafeUnwrap().strategies.unchanged).toBe(1);
});
