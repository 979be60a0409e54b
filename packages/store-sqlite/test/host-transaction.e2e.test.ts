import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue } from 'node:sqlite';
import { makeUseCases } from '@forewarn/use-cases';
import { CamelCasePlugin, Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allowing } from '../../core/test/authorizers.ts';
import { openSqliteStore, type SqliteStore, type SqliteTransaction } from '../src/index.ts';
import { newPath, registerShop, scheduled } from './open-store.ts';

const authorizer = allowing([]);

/** A connection of a platform, and Kysely on it. */
function connect(path: string, options: DatabaseSyncOptions = {}) {
  const database = new DatabaseSync(path, options);
  const adapted: SqliteDatabase = {
    close: () => database.close(),
    prepare: (text) => {
      const statement = database.prepare(text);
      const of = (values: readonly unknown[]) => values as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...of(values)),
        run: (values) => statement.run(...of(values)),
        iterate: (values) => statement.iterate(...of(values)),
      };
    },
  };
  const dialect = new SqliteDialect({ database: adapted });
  const db = new Kysely<Platform>({ dialect, plugins: [new CamelCasePlugin()] });
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return { database, db };
}

interface Platform {
  platformStrategies: { strategyName: string };
}

/** Runs migrations of a platform with Kysely. */
async function migratePlatform(path: string, ...names: readonly string[]): Promise<void> {
  const { db } = connect(path);
  const getMigrations = async () =>
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          up: (own: Kysely<never>) => own.schema.createTable(name).addColumn('a', 'text').execute(),
        },
      ]),
    );
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  await db.destroy();
  expect(error).toBeUndefined();
}

async function open(path: string): Promise<SqliteStore> {
  const store = (await openSqliteStore(path, { sharesFile: true }))._unsafeUnwrap();
  onTestFinished(() => store.close());
  return store;
}

/** A store with the definition `gradual`, and a platform with a table about it in the same file. */
async function openPlatform() {
  const path = await newPath();
  const store = await open(path);
  await registerShop(store);
  const gradual = { name: 'gradual', parameters: [], deprecated: false, editable: true };
  (await store.strategies.register(gradual, 'ann'))._unsafeUnwrap();
  const { database, db } = connect(path);
  database.exec(`create table platform_strategies (strategy_name text);
    insert into platform_strategies values ('gradual')`);
  const left = database.prepare(`
    select (select count(*) from strategies where name = 'gradual') as ours,
      (select count(*) from platform_strategies) as theirs`);
  return { path, store, database, db, rowsLeft: () => ({ ...left.get() }) };
}

const using = {
  ...scheduled(1),
  features: [{ name: 'a', changes: [{ action: 'addStrategy', payload: { name: 'gradual' } }] }],
};

type Opened = Awaited<ReturnType<typeof openPlatform>>;
type Work = (transaction: SqliteTransaction) => Promise<void>;

const inKysely = (db: Opened['db'], work: Work): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('platformStrategies').execute();
    await work(transaction);
  });

/** How a platform runs a transaction, which deletes its own row first. */
const HOSTS: Readonly<Record<string, (opened: Opened, work: Work) => Promise<void>>> = {
  'a transaction of Kysely': ({ db }, work) => inKysely(db, work),
  'a transaction of Kysely whose driver reads bigints': ({ path }, work) =>
    inKysely(connect(path, { readBigInts: true }).db, work),
  'a connection of node:sqlite with options for its rows': async ({ path }, work) => {
    const { database } = connect(path, { readBigInts: true, returnArrays: true });
    database.exec('begin immediate; delete from platform_strategies');
    try {
      await work(database);
      database.exec('commit');
    } finally {
      if (database.isTransaction) database.exec('rollback');
    }
  },
};

describe.each(Object.entries(HOSTS))('within %s', (_, inTransaction) => {
  it('deletes with a guard here and there, or rolls both back', async () => {
    const opened = await openPlatform();
    const { store, rowsLeft } = opened;
    (await store.writer.put(using, 'ann'))._unsafeUnwrap();
    const { getStrategyImpact } = makeUseCases({ store, authorizer });
    const asked = { credentials: 'ann', name: 'gradual' };
    // The same fingerprint as in a transaction.
    const { fingerprint } = (await getStrategyImpact(asked))._unsafeUnwrap();
    const remove = async (transaction: SqliteTransaction): Promise<void> => {
      const useCases = makeUseCases({ store: store.withTransaction(transaction), authorizer });
      const command = { ...asked, acknowledge: fingerprint };
      (await useCases.guardedDeleteStrategy(command))._unsafeUnwrap();
    };
    const rolledBack = inTransaction(opened, async (transaction) => {
      await remove(transaction);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(rowsLeft()).toEqual({ ours: 1, theirs: 1 });
    await inTransaction(opened, remove);
    expect(rowsLeft()).toEqual({ ours: 0, theirs: 0 });
  });

  it('records, and undoes only what fails', async () => {
    const opened = await openPlatform();
    const { store } = opened;
    await inTransaction(opened, async (transaction) => {
      const { writer, strategies, projects, reader, events } = store.withTransaction(transaction);
      const done = [
        await projects.register({ id: 'gone', name: 'Gone' }, 'ann'),
        await writer.put({ ...using, project: 'gone' }, 'ann'),
        await projects.delete('gone', 'ann'),
        await writer.putAll([scheduled(1), scheduled(2), scheduled(3)], 'ann'),
        await writer.put(using, 'ann'),
        await writer.remove({ projectId: 'shop', id: 3 }, 'ann'),
      ];
      expect(done.every((each) => each.isOk())).toBe(true);
      const failed = [
        await writer.put(scheduled(4), 'ann', { onlyIf: () => false }),
        await strategies.deleteIf('gradual', 'ann', ({ touching }) => touching.length < 1),
      ];
      expect(failed.map((each) => each.isErr() && each.error.type)).toEqual([
        'PreconditionFailed',
        'PreconditionFailed',
      ]);
      const anyOf = [{ kind: 'feature', name: 'checkout' }] as const;
      const found = (await reader.search({ projectId: 'shop', anyOf }))._unsafeUnwrap();
      expect(found.changeRequests).toEqual([{ id: 2, environment: 'production' }]);
      const { events: own } = (await events.list({ limit: 3 }))._unsafeUnwrap();
      expect(own[0]?.type).toBe('change-request-schedule-withdrawn');
    });
    const page = await store.reader.list({ projectIds: ['shop'], limit: 9, maxBytes: 9_999 });
    expect(page._unsafeUnwrap().changeRequests).toEqual([using, scheduled(2)]);
  });
});

it.each([
  ['without a transaction', () => '', 'begin a transaction'],
  ['without foreign keys', () => 'pragma foreign_keys = off; begin', 'foreign_keys = on'],
  ['in another file', (path: string) => `attach '${path}' as store; begin`, 'not in the store'],
])('throws %s', async (how, statements, message) => {
  const { path, store } = await openPlatform();
  const { database } = connect(how === 'in another file' ? ':memory:' : path);
  database.exec(statements(path));
  await expect(store.withTransaction(database).writer.put(using, 'ann')).rejects.toThrow(message);
  expect(database.isTransaction).toBe(how !== 'without a transaction');
});

it('is unavailable while another connection writes', async () => {
  const { path, store, database, db } = await openPlatform();
  const other = connect(path).database;
  other.exec('begin immediate');
  const outcome = await db
    .transaction()
    .execute(async (transaction) => store.withTransaction(transaction).writer.put(using, 'ann'));
  other.exec('rollback');
  expect(outcome._unsafeUnwrapErr()).toMatchObject({ type: 'StoreUnavailable' });
  expect(database.isTransaction).toBe(false);
});

it('is unavailable when another driver than node:sqlite says so', async () => {
  const { store } = await openPlatform();
  const executeQuery = async (): Promise<never> => {
    throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
  };
  const busy = { isTransaction: true, withoutPlugins: () => ({ executeQuery }) } as const;
  const outcome = await store.withTransaction(busy).projects.list();
  expect(outcome.isErr() && outcome.error.type).toBe('StoreUnavailable');
});

it('shares its file with a platform’s own Kysely migrations, before and after its own', async () => {
  const path = await newPath();
  await migratePlatform(path, '0001_search');
  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toMatchObject({ schema: 'foreign' });
  await (await open(path)).close();
  await migratePlatform(path, '0001_search', '0002_more');
  const store = await open(path);
  expect((await store.projects.list())._unsafeUnwrap()).toEqual([]);
});
