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
