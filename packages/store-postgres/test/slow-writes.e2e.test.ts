import { RULE_VERSION } from '@forewarn/core';
import { expect, it } from 'vitest';
import { changeRequest, openShop, outcomeOf, searchFor, untilBlocked } from './open-database.ts';

it('searches while more writes hang than there are connections', async () => {
  const { store, connect } = await openShop({ maxConnections: 4 });
  const holder = await connect();
  // As for a synchronous standby that is gone: no write ends, and every read can.
  await holder.query('begin; lock table events in exclusive mode');
  const writes = Array.from({ length: 12 }, (_, id) =>
    store.writer.put(changeRequest(id, 'new'), 'ann'),
  );
  await untilBlocked(holder, 2);
  const searches = Array.from({ length: 29 }, () => store.reader.search(searchFor('feature-1')));
  expect(new Set((await Promise.all(searches)).map(outcomeOf))).toEqual(new Set(['ok']));
  expect(outcomeOf(await store.check())).toBe('ok');
  await holder.query('rollback');
  expect(new Set((await Promise.all(writes)).map(outcomeOf))).toEqual(new Set(['ok']));
});

it('writes other change requests while many writes of one wait for its row', async () => {
  const { store, connect } = await openShop({ maxConnections: 4 });
  for (const id of [1, 2]) await store.writer.put(changeRequest(id, 'old'), 'ann');
  const holder = await connect();
  await holder.query('begin');
  await holder.query('select from change_requests where id = 1 for update');
  const writes = Array.from({ length: 30 }, (_, no) =>
    store.writer.put(changeRequest(1, `title ${no}`), 'ann'),
  );
  await untilBlocked(holder);
  expect((await store.writer.put(changeRequest(2, 'new'), 'ann'))._unsafeUnwrap()).toBe('replaced');
  await holder.query('rollback');
  expect(new Set((await Promise.all(writes)).map(outcomeOf))).toEqual(new Set(['ok']));
});

it('checks the server while every connection of the pool is busy', async () => {
  const { store, connect } = await openShop({ maxConnections: 2 });
  const holder = await connect();
  await holder.query('begin; lock table strategies, change_requests, touches, events');
  const calls = [
    store.writer.put(changeRequest(1, 'new'), 'ann'),
    store.reader.search(searchFor('feature-1')),
  ];
  await untilBlocked(holder, 2);
  expect(outcomeOf(await store.check())).toBe('ok');
  await holder.query('rollback');
  await Promise.all(calls);
});

it('replaces a change request that another writer added during a batch', async () => {
  const { store, connect } = await openShop();
  const other = await connect();
  const first = changeRequest(2, 'first');
  await other.query('begin');
  await other.query(
    `insert into change_requests (project_id, id, environment, title, body, scheduled_at, has_trouble, rule_version)
     values ('shop', 2, 'production', 'first', $1, 0, 0, ${RULE_VERSION})`,
    [JSON.stringify(first)],
  );
  const batch = [1, 2, 3].map((id) => changeRequest(id, 'batch'));
  const recording = store.writer.putAll(batch, 'ann');
  await untilBlocked(other);
  await other.query('commit');

  expect((await recording)._unsafeUnwrap()).toEqual(['created', 'replaced', 'created']);

  const [, event] = (
    await store.events.list({ type: 'change-request-scheduled', limit: 10 })
  )._unsafeUnwrap().events;
  expect(event).toMatchObject({ data: batch[1], preData: first });
});
