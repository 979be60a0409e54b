import { RULE_VERSION } from '@forewarn/core';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { changeRequest, openDatabase, registerShop, untilBlocked } from './open-database.ts';

async function openWithProject() {
  const { open, connect } = await openDatabase();
  const store = await open();
  await registerShop(store);
  return { store, connect };
}

it('records a batch in few statements, however large it is', async () => {
  const { store } = await openWithProject();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const batch = Array.from({ length: 1_000 }, (_, id) => changeRequest(id, 'new'));

  const recorded = (await store.writer.putAll(batch, 'ann'))._unsafeUnwrap();

  expect(new Set(recorded)).toEqual(new Set(['created']));
  expect(query.mock.calls.length).toBeLessThanOrEqual(10);
});

it('replaces a change request that another writer added during a batch', async () => {
  const { store, connect } = await openWithProject();
  const other = await connect();
  const first = changeRequest(2, 'first');
  await other.query('begin');
  await other.query(
    `insert into change_requests (project_id, id, environment, title, body, rule_version)
     values ('shop', 2, 'production', 'first', $1, ${RULE_VERSION})`,
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
