import { RULE_VERSION } from '@forewarn/core';
import { expect, it } from 'vitest';
import { changeRequest, openShop, spyOnStatements, untilBlocked } from './open-database.ts';

it('records a batch in few statements, however large it is', async () => {
  const { store } = await openShop();
  const { take } = spyOnStatements();
  const batch = Array.from({ length: 1_000 }, (_, id) => changeRequest(id, 'new'));

  const recorded = (await store.writer.putAll(batch, 'ann'))._unsafeUnwrap();

  expect(new Set(recorded)).toEqual(new Set(['created']));
  expect(take().length).toBeLessThanOrEqual(10);
});

it('replaces a change request that another writer added during a batch', async () => {
  const { store, connect } = await openShop();
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
