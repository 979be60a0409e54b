import type { ScheduledChangeRequest, Store, StrategyUse } from '@forewarn/core';
import type { StateEntry } from '@forewarn/core/operator';
import { ok, type Result, type ResultAsync } from 'neverthrow';
import { expect, it } from 'vitest';
import {
  changeRequest,
  openDatabase,
  outcomeOf,
  registerShop,
  untilBlocked,
} from './open-database.ts';

const DEFINITION = { name: 'gradual', parameters: [], deprecated: false, editable: true };

const using: ScheduledChangeRequest = {
  ...changeRequest(1, 'new'),
  features: [{ name: 'a', changes: [{ action: 'addStrategy', payload: { name: 'gradual' } }] }],
};

async function* entries(): AsyncGenerator<Result<StateEntry, never>> {
  yield ok({ kind: 'scheduled', changeRequest: using });
}

const RECORDINGS: Readonly<
  Record<string, (store: Store) => ResultAsync<unknown, { type: string }>>
> = {
  put: (store) => store.writer.put(using, 'ann'),
  batch: (store) => store.writer.putAll([using], 'ann'),
  import: (store) => store.transfer.import(entries()),
};

/** Two nodes of one database, and a client in the middle of a transaction. */
async function openNodes() {
  const { open, connect } = await openDatabase();
  const [first, second] = [await open({ deadlineMs: 60_000 }), await open({ deadlineMs: 60_000 })];
  await registerShop(first);
  (await first.strategies.register(DEFINITION, 'ann'))._unsafeUnwrap();
  const holder = await connect();
  await holder.query('begin');
  return { first, second, holder };
}

const isUnused = ({ touching }: StrategyUse): boolean => touching.length === 0;

it.each(Object.entries(RECORDINGS))(
  'waits for a %s that names the definition, and sees it',
  async (_, recording) => {
    const { first, second, holder } = await openNodes();
    // Stops the recording after it wrote the rows that name the definition.
    await holder.query('lock table touches in share mode');
    const recorded = recording(first);
    await untilBlocked(holder, 1);
    const deleted = second.strategies.delete('gradual', 'bob', { onlyIf: isUnused });
    await untilBlocked(holder, 2);
    await holder.query('rollback');
    expect(outcomeOf(await recorded)).toBe('ok');
    expect(outcomeOf(await deleted)).toBe('PreconditionFailed');
  },
);

it.each(Object.entries(RECORDINGS))(
  'makes a %s that names the definition wait for the delete',
  async (_, recording) => {
    const { first, second, holder } = await openNodes();
    // Stops the delete after its check.
    await holder.query('lock table events in share mode');
    const deleted = second.strategies.delete('gradual', 'bob', { onlyIf: isUnused });
    await untilBlocked(holder, 1);
    const recorded = recording(first);
    await untilBlocked(holder, 2);
    await holder.query('rollback');
    expect(outcomeOf(await deleted)).toBe('ok');
    expect(outcomeOf(await recorded)).toBe('ok');
    const { changeRequests } = (
      await first.reader.search({
        projectId: 'shop',
        anyOf: [{ kind: 'strategyDefinition', name: 'gradual' }],
      })
    )._unsafeUnwrap();
    expect(changeRequests.map(({ id }) => id)).toEqual([1]);
  },
);

it('waits for an import that found the definition as it is, before its uses', async () => {
  const { first, second, holder } = await openNodes();
  async function* withDefinition(): AsyncGenerator<Result<StateEntry, never>> {
    yield ok({ kind: 'strategy', definition: DEFINITION });
    yield* entries();
  }
  // Stops the import between the two.
  await holder.query('lock table change_requests in share mode');
  const imported = first.transfer.import(withDefinition());
  await untilBlocked(holder, 1);
  const deleted = second.strategies.delete('gradual', 'bob', { onlyIf: isUnused });
  await untilBlocked(holder, 2);
  await holder.query('rollback');
  expect((await imported)._unsafeUnwrap().strategies.unchanged).toBe(1);
  expect(outcomeOf(await deleted)).toBe('PreconditionFailed');
});
