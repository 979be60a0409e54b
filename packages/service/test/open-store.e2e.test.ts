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
  const now = performance.now();

  const registered = store.projects.register({ id: 'shop', name: 'Shop' }, 'ann');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 10_000);
  onTestFinished(() => clock.mockRestore());
  holder.exec('rollback');

  expect(
    await registered.match(
      () => 'registered',
      ({ type }) => type,
    ),
  ).toBe(expected);
});

const NEWER_SCHEMA = `insert into kysely_migration values ('9999_later', 'x')`;
const NEWER_RULE = 'update projection set rule_version = rule_version + 1';

it('SQLite refuses the schema and the rule of a newer version', async () => {
  for (const statement of [NEWER_SCHEMA, NEWER_RULE]) {
    const place = await inSqlite();
    await (await openStore(place.location))._unsafeUnwrap().close();
    const database = new DatabaseSync(place.url.slice('sqlite:'.length));
    database.exec(statement);
    database.close();

    expect(await openStore(place.location)).toMatchObject({ error: { schema: 'newer' } });
    await place.remove();
  }
});

it.each([
  [NEWER_SCHEMA, 'newer'],
  [NEWER_RULE, 'newer'],
  [`delete from kysely_migration where name > '0001_initial'`, 'older'],
  ['update projection set rule_version = rule_version - 1', 'older'],
])('Postgres refuses another version: %s', async (statement, schema) => {
  const place = await inPostgres();
  const client = new pg.Client(place.url);
  await client.connect();
  await client.query(statement);
  await client.end();

  expect(await openStore(place.location)).toMatchObject({ error: { schema } });
  await place.remove();
});
