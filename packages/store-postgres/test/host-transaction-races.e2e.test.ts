import { expect, it, onTestFinished } from 'vitest';
import {
  changeRequest,
  outcomeOf,
  searchFor,
  spyOnStatements,
  untilBlocked,
} from './open-database.ts';
import { openPlatform, using } from './open-platform.ts';

it('never begins, commits or rolls back', async () => {
  const { store, pool } = await openPlatform();
  const client = await pool.connect();
  onTestFinished(() => client.release());
  await client.query('begin');
  const { take } = spyOnStatements();
  const { writer, strategies, events } = store.withTransaction(client);
  await writer.put(using, 'ann', { onlyIf: () => true });
  await writer.putAll([using, changeRequest(2, 'two')], 'ann');
  await strategies.deleteIf('gradual', 'ann', () => false);
  (await events.list({ limit: 9 }))._unsafeUnwrap();
  const texts = take().map(({ text }) => text);
  expect(texts.filter((text) => /^\s*(?:begin|commit|rollback$|start)/.test(text))).toEqual([]);
  expect((await client.query('rollback')).command).toBe('ROLLBACK');
  expect((await store.reader.find({ projectId: 'shop', id: 1 })).isErr()).toBe(true);
});

it('lets calls of one moment take turns, also those of two stores', async () => {
  const { store, open, db } = await openPlatform();
  const second = await open();
  const ids = Array.from({ length: 20 }, (_, id) => id);
  const outcomes = await db.transaction().execute((transaction) =>
    Promise.all(
      ids.map((id) =>
        // Every other one is undone.
        (id % 4 < 2 ? store : second)
          .withTransaction(transaction)
          .writer.put(changeRequest(id, 'new'), 'ann', { onlyIf: () => id % 2 === 0 }),
      ),
    ),
  );
  expect(outcomes.filter((each) => each.isOk())).toHaveLength(10);
  const page = await store.reader.list({ projectIds: ['shop'], limit: 99, maxBytes: 99_999 });
  expect(page._unsafeUnwrap().changeRequests).toHaveLength(10);
});

it('makes a guarded delete wait for a platform that records, and sees what it recorded', async () => {
  const { store, db, connect } = await openPlatform();
  const watcher = await connect();
  const recorded = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const recording = db.transaction().execute(async (transaction) => {
    (await store.withTransaction(transaction).writer.put(using, 'ann'))._unsafeUnwrap();
    recorded.resolve();
    await ended.promise;
  });
  await recorded.promise;
  const deleted = db
    .transaction()
    .execute(async (transaction) =>
      store
        .withTransaction(transaction)
        .strategies.deleteIf('gradual', 'bob', ({ touching }) => touching.length === 0),
    );
  await untilBlocked(watcher);
  ended.resolve();
  await recording;
  expect(outcomeOf(await deleted)).toBe('PreconditionFailed');
});

it.each(['repeatable read', 'serializable'] as const)(
  'throws for a guarded delete in a transaction that is %s, which would miss a use',
  async (level) => {
    const { store, db, rowsLeft } = await openPlatform();
    await db
      .transaction()
      .setIsolationLevel(level)
      .execute(async (transaction) => {
        const { strategies } = store.withTransaction(transaction);
        await expect(strategies.deleteIf('gradual', 'ann', () => true)).rejects.toThrow(
          `needs a transaction of the isolation level "read committed", not "${level}"`,
        );
        expect(outcomeOf(await strategies.delete('gradual', 'ann'))).toBe('ok');
      });
    expect(await rowsLeft()).toEqual({ ours: 0, theirs: 1 });
  },
);

it('reports what another transaction did meanwhile, if this one can not see it', async () => {
  const { store, db } = await openPlatform();
  const outcome = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const { writer, reader } = store.withTransaction(transaction);
      (await reader.search(searchFor('checkout')))._unsafeUnwrap();
      (await store.writer.put(changeRequest(1, 'theirs'), 'bob'))._unsafeUnwrap();
      return writer.put(changeRequest(1, 'ours'), 'ann');
    });
  expect(outcomeOf(outcome)).toBe('StoreUnavailable');
});

it('undoes a write whose signal is aborted while it runs, and starts none after', async () => {
  const { store, db } = await openPlatform();
  const caller = new AbortController();
  const { signal } = caller;
  const outcomes = await db.transaction().execute(async (transaction) => {
    const { writer } = store.withTransaction(transaction);
    const onlyIf = () => {
      caller.abort(new Error('gone'));
      return true;
    };
    return [
      await writer.put(changeRequest(1, 'new'), 'ann', { signal, onlyIf }),
      await writer.put(changeRequest(2, 'new'), 'ann', { signal }),
      await writer.put(changeRequest(3, 'new'), 'ann'),
    ];
  });
  expect(outcomes.map(outcomeOf)).toEqual(['StoreUnavailable', 'StoreUnavailable', 'ok']);
  const page = await store.reader.list({ projectIds: ['shop'], limit: 9, maxBytes: 99_999 });
  expect(page._unsafeUnwrap().changeRequests.map(({ id }) => id)).toEqual([3]);
});
