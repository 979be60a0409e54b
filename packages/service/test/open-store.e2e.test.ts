import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '../src/open-store.ts';
import { inSqlite } from './http/open-stores.ts';

it.each([
  [1_000, 'StoreUnavailable'],
  [20_000, 'registered'],
])('SQLite waits for its lock until a deadline of %i ms', async (deadlineMs, expected) => {
  const place = await inSqlite();
  const store = (await openStore(place.location, { deadlineMs }))._unsafeUnwrap();
  const holder = new DatabaseSync(place.url.slice('sqlite:'.length));
  onTestFinished(async () => {
    holder.close();
    await store.close();
    await place.remove();
  });
  holder.exec('begin immediate');
  const now = performance.now();

  const registered = store.projects.register({ id: 'shop', name: 'Shop' }, 'ann');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 10_000);
  onTestFinished(() => clock.mockRestore());
  holder.exec('rollback');

  const result = await registered;
  expect(result.isOk() ? 'registered' : result.error.type).toBe(expected);
});
