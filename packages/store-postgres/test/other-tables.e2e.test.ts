import type { ScheduledChangeRequest, StoreUnavailable } from '@forewarn/core';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { changeRequest, changing } from '../../core/test/samples.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';
import { searchFor } from './open-database.ts';

/** A database in which something was done; how it is opened and migrated with some schemas in the `search_path`. */
async function databaseWith(statements: string) {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const run = async (text: string): Promise<readonly unknown[]> => {
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows ?? [];
    } finally {
      await client.end();
    }
  };
  await run(statements);
  const settings = (searchPath?: string) => {
    const url = new URL(database.url);
    if (searchPath !== undefined) url.searchParams.set('options', `-csearch_path=${searchPath}`);
    return { connectionString: url.href };
  };
  /** What is there: the schema's state, or why it can't be known. */
  const stateOf = async (at = settings()): Promise<string> => {
    const opened = await openPostgresStore(at);
    if (opened.isOk()) await opened.value.close();
    return opened.match(
      () => 'current',
      (error) => (error.type === 'StoreUnavailable' ? String(error.cause) : error.schema),
    );
  };
  const migrate = (searchPath?: string) => migratePostgres(settings(searchPath));
  return { run, settings, migrate, stateOf, schemaOf: (path?: string) => stateOf(settings(path)) };
}

const MIGRATION_TABLE = 'kysely_migration (name text primary key, timestamp text not null)';
const FOREIGN = { type: 'SchemaMismatch', schema: 'foreign' };

it('ignores the migrations of another application in another schema', async () => {
  const { run, migrate, schemaOf } = await databaseWith(`
    create schema other;
    create table other.${MIGRATION_TABLE};
    create table other.kysely_migration_lock (id text primary key, is_locked integer not null);
    insert into other.kysely_migration values ('0001_theirs', 'x'), ('0002_theirs', 'x');
    create table other.projection (rule_version integer);
    create table other.events (id integer)`);
  expect(await schemaOf()).toBe('older');
  expect((await migrate())._unsafeUnwrap()).toContain('0001_search');
  expect(await schemaOf()).toBe('current');
  expect((await migrate())._unsafeUnwrap()).toEqual([]);
  expect(await run('select name from other.kysely_migration')).toHaveLength(2);
  // And theirs is not taken for ours.
  expect(await schemaOf('other')).toBe('foreign');
  expect((await migrate('other'))._unsafeUnwrapErr()).toEqual(FOREIGN);
});

it('finds a schema that is not the first of the search_path', async () => {
  const { run, migrate, schemaOf } = await databaseWith(
    'create schema first; create schema second',
  );
  (await migrate('second'))._unsafeUnwrap();
  expect(await schemaOf('first,second')).toBe('current');
  expect((await migrate('first,second'))._unsafeUnwrap()).toEqual([]);

  await run('create table first.touches as table second.touches');
  expect(await schemaOf('first,second')).toContain('a table touches before ours');
});

it('refuses a table of a name that Forewarn has, and makes nothing beside it', async () => {
  const { run, migrate, schemaOf } = await databaseWith('create table events (id integer)');
  const tables = `select tablename from pg_tables where schemaname = 'public'`;
  const before = await run(tables);
  expect(await schemaOf()).toBe('foreign');
  expect((await migrate())._unsafeUnwrapErr()).toEqual(FOREIGN);
  expect(await run(tables)).toEqual(before);
});

/** Runs migrations of a platform with Kysely, as Kysely itself documents it. Returns the names of those that ran. */
async function migratePlatform(connectionString: string, names: readonly string[]) {
  const pool = new pg.Pool({ connectionString });
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  const getMigrations = async () =>
    Object.fromEntries(
      names.map((name) => [name, { up: () => db.schema.createTable(name).execute() }]),
    );
  const { error, results } = await new Migrator({
    db,
    provider: { getMigrations },
  }).migrateToLatest();
  await db.destroy();
  expect(error).toBeUndefined();
  return results?.map(({ migrationName }) => migrationName);
}

describe('beside a platform with its own Kysely migrations in the same schema', () => {
  const first = ['0001_search'];
  const both = [...first, '0002_record'];

  it.each([
    ['first', ['platform', 'forewarn']],
    ['last', ['forewarn', 'platform']],
  ])('migrates when the platform does so %s', async (_, order) => {
    const { settings, migrate, schemaOf } = await databaseWith('');
    const { connectionString } = settings();
    for (const who of order) {
      if (who === 'forewarn') (await migrate())._unsafeUnwrap();
      else await migratePlatform(connectionString, first);
    }
    expect(await migratePlatform(connectionString, both)).toEqual(both.slice(1));
    expect(await schemaOf()).toBe('current');
    expect((await migrate())._unsafeUnwrap()).toEqual([]);
  });

  it('takes no table of migrations that is the platform’s', async () => {
    const { run, settings, migrate, schemaOf } = await databaseWith('');
    (await migrate())._unsafeUnwrap();
    await migratePlatform(settings().connectionString, first);
    await run('drop table forewarn_migration');
    expect(await schemaOf()).toBe('foreign');
    expect((await migrate())._unsafeUnwrapErr()).toEqual(FOREIGN);
    expect(await run('select name from kysely_migration')).toEqual([{ name: first[0] }]);
  });
});

it('ignores tables with other names, such as those of an extension', async () => {
  const { migrate, schemaOf } = await databaseWith(
    'create table spatial_ref_sys (id integer); create view stats as select 1 as one',
  );
  expect((await migrate())._unsafeUnwrap()).toContain('0001_search');
  expect(await schemaOf()).toBe('current');
});

it('is unavailable without a schema or the right to read, and says why', async () => {
  const { run, settings, migrate, stateOf, schemaOf } = await databaseWith('');
  expect(await schemaOf('nowhere')).toContain('search_path');

  (await migrate())._unsafeUnwrap();
  const role = `reader_${crypto.randomUUID().replaceAll('-', '')}`;
  await run(`create role ${role} login password 'secret'`);
  onTestFinished(async () => void (await run(`drop role ${role}`)));
  const url = new URL(settings().connectionString);
  url.username = role;
  url.password = 'secret';
  expect(await stateOf({ connectionString: url.href })).toContain('permission denied');
});

it('does not open where the role may not read a table, or policies hide rows from it', async () => {
  const { run, settings, migrate, stateOf } = await databaseWith(`
    create role limited login password 'secret';
    alter default privileges grant all on tables to limited`);
  onTestFinished(async () => void (await run('drop owned by limited; drop role limited')));
  (await migrate())._unsafeUnwrap();
  const url = new URL(settings().connectionString);
  url.username = 'limited';
  url.password = 'secret';
  const limited = { connectionString: url.href };
  const store = (await openPostgresStore(limited))._unsafeUnwrap();
  onTestFinished(() => store.close());
  (await store.check())._unsafeUnwrap();
  (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
  (await store.reader.search(searchFor('checkout')))._unsafeUnwrap();

  // As a table that a migration added, before the role got its privileges.
  await run('revoke select on touches from limited');
  expect(await stateOf(limited)).toContain('may not read the table touches: grant');
  await run('grant select on touches to limited');
  await run('alter table touches enable row level security');

  expect(await stateOf(limited)).toContain('hide rows of the table touches');
  // A node that runs is no longer ready.
  expect(String((await store.check())._unsafeUnwrapErr().cause)).toContain(
    'hide rows of the table',
  );
  const found = (await store.reader.search(searchFor('checkout')))._unsafeUnwrapErr();
  expect(String((found as StoreUnavailable).cause)).toContain('row-level security');
  expect(await stateOf()).toBe('current');
});

it('does not open what a restore that was cut off has left', async () => {
  const { run, migrate, stateOf } = await databaseWith('');
  (await migrate())._unsafeUnwrap();

  // A restore makes the primary keys when it has loaded all rows.
  await run('alter table touches drop constraint touches_pkey');

  expect(await stateOf()).toContain('the table touches lacks its primary key');
});

describe('after a restore that went on without a table', () => {
  const filled = async () => {
    const database = await databaseWith('');
    (await database.migrate())._unsafeUnwrap();
    const store = (await openPostgresStore(database.settings()))._unsafeUnwrap();
    onTestFinished(() => store.close());
    (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
    const put = async (...given: readonly Partial<ScheduledChangeRequest>[]) => {
      for (const [index, each] of given.entries()) {
        const sent = changeRequest({ id: index + 1, ...each });
        (await store.writer.put(sent, 'ann'))._unsafeUnwrap();
      }
    };
    return { ...database, store, put };
  };
  const readable = { features: [changing('checkout', 'archiveFeature')] };

  it.each(['touches', 'doubts', 'change_requests'])('does not open without %s', async (table) => {
    const { run, put, stateOf } = await filled();
    await put(readable, { features: [] });
    expect(await stateOf()).toBe('current');

    await run(`delete from ${table}`);

    expect(await stateOf()).toContain(`the table ${table} is empty`);
  });

  it('opens if nothing belongs to what is empty', async () => {
    const { store, put, stateOf } = await filled();
    expect(await stateOf()).toBe('current');
    // It touches nothing that is known.
    await put({ features: [] });
    expect(await stateOf()).toBe('current');
    // It has trouble without doubts.
    const schedule = { status: 'failed', scheduledAt: '2030-01-01T00:00:00Z' } as const;
    await put({ ...readable, schedule });
    expect(await stateOf()).toBe('current');
    (await store.writer.remove({ projectId: 'shop', id: 1 }, 'ann'))._unsafeUnwrap();
    expect(await stateOf()).toBe('current');
  });
});

it('uses no database whose encoding lacks characters, and says what to do', async () => {
  const { run, settings } = await databaseWith('');
  const name = `latin_${crypto.randomUUID().replaceAll('-', '')}`;
  await run(
    `create database ${name} template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`,
  );
  onTestFinished(async () => void (await run(`drop database ${name} with (force)`)));
  const url = new URL(settings().connectionString);
  url.pathname = `/${name}`;

  const migrated = await migratePostgres({ connectionString: url.href });

  const message = expect.stringContaining("create one with \"encoding 'UTF8'");
  expect(migrated._unsafeUnwrapErr()).toMatchObject({ cause: { message } });
});
