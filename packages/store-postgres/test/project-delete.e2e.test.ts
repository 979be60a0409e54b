import { RULE_VERSION } from '@forewarn/core';
import { expect, it } from 'vitest';
import {
  changeRequest,
  openDatabase,
  outcomeOf,
  registerShop,
  untilBlocked,
} from './open-database.ts';

it('deletes a project for longer than the deadline of other calls', async () => {
  const { open, connect } = await openDatabase();
  const store = await open({ deadlineMs: 300 });
  await registerShop(store);
  const holder = await connect();
  await holder.query(`begin; select from projects where id = 'shop' for update`);
  const deleted = store.projects.delete('shop', 'ann');
  await untilBlocked(holder);
  // Another call that waits for the row ends at the deadline, and the delete goes on.
  const other = await store.writer.putAll([changeRequest(1, 'new')], 'ann');
  expect(outcomeOf(other)).toBe('StoreUnavailable');
  await holder.query('rollback');
  expect(outcomeOf(await deleted)).toBe('ok');
});

it('deletes a project of thousands of change requests, with an event for each', async () => {
  const { open, connect } = await openDatabase();
  const store = await open({ deadlineMs: 60_000 });
  await registerShop(store);
  const client = await connect();
  await client.query(`
    insert into change_requests (project_id, id, environment, body, rule_version)
      select 'shop', i, 'production', '{"id":' || i || '}', ${RULE_VERSION} from generate_series(1, 5000) i;
    insert into touches select 1, 'feature-' || n, 'shop', i from generate_series(1, 5000) i, generate_series(1, 10) n`);
  expect(outcomeOf(await store.projects.delete('shop', 'ann'))).toBe('ok');
  const { rows } = await client.query(
    'select (select count(*)::int from touches) + count(*)::int as n from change_requests',
  );
  expect(rows).toEqual([{ n: 0 }]);
  const { events } = (await store.events.list({ limit: 10_000 }))._unsafeUnwrap();
  expect(events.slice(1, -1).map(({ preData }) => preData)).toEqual(
    Array.from({ length: 5_000 }, (_, no) => ({ id: 5_000 - no })),
  );
});
