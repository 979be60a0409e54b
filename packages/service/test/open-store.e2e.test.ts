import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '../src/open-store.ts';
import { inPostgres, inSqlite } from './http/open-stores.ts';

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
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());

  const registered = store.projects.register({ id: 'shop', name: 'Shop' }, 'ann');
  clock.mockReturnValue(10_000);
  holder.exec('rollback');

  const result = await registered;
  expect(result.isOk() ? 'registered' : result.error.type).toBe(expected);
});

/** An update of the operating system can change the order of all collations but this one, and so damage indexes. */
const IN_OTHER_ORDER = `
  select distinct i.indexrelid::regclass::text as name
  from pg_index i join pg_class t on t.oid = i.indrelid
    cross join unnest(i.indcollation::oid[]) as c (id) join pg_collation l on l.oid = c.id
  where t.relnamespace = 'public'::regnamespace and l.collname <> 'C'
    and t.relname not like 'forewarn_migration%'`;

it('each index of Postgres is in the order of bytes', async () => {
  const place = await inPostgres();
  const client = new pg.Client(place.url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await place.remove();
  });

  expect((await client.query(IN_OTHER_ORDER)).rows).toEqual([]);
});
