import { DatabaseSync } from 'node:sqlite';
import type { Tables } from '@forewarn/store-sql';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations as postgresMigrations } from '../../packages/store-postgres/src/migrations.ts';
import { migrations as sqliteMigrations } from '../../packages/store-sqlite/src/migrations.ts';
import { openDatabase } from '../../packages/store-sqlite/src/sqlite-database.ts';
import { createDatabase } from '../../tools/create-database.ts';
import { startPostgres } from '../../tools/postgres-server.ts';
import { temporaryDatabase } from './left-behind.ts';
import { bodyOf, type OldStore, PROJECT, raceOldWriter } from './old-writer.ts';
import { randomOf } from './random.ts';
import { NO_OUTCOME, type Outcome, type OwnRounds, sumOf } from './round.ts';

/** Migrations under a process of an older version that was not stopped. */
export const OLD_WRITERS: readonly OwnRounds[] = [
  {
    name: 'old writer',
    run: async (rounds, seed) => {
      const server = await startPostgres();
      const outcome = await repeat('old writer', rounds, seed, async (use) => {
        const database = await createDatabase(server.url);
        await use(await oldPostgres(database.url));
        await database.drop();
      });
      await server.stop();
      return outcome;
    },
  },
  {
    name: 'old writer, SQLite',
    run: (rounds, seed) =>
      repeat('old writer, SQLite', rounds, seed, async (use) => {
        const { path, remove } = temporaryDatabase();
        await use(await oldSqlite(path));
        remove();
      }),
  },
];

async function repeat(
  name: string,
  rounds: number,
  seed: number,
  withStore: (use: (old: OldStore) => Promise<void>) => Promise<void>,
): Promise<Outcome> {
  const random = randomOf(seed).of(name);
  let outcome = NO_OUTCOME;
  for (let round = 1; round <= rounds; round += 1) {
    await withStore(async (old) => {
      const one = await raceOldWriter(old, random);
      outcome = sumOf(outcome, one);
      for (const words of [...one.lost.slice(0, 1), ...one.wrong])
        console.error(`${name}, round ${round}: ${words}`);
    });
  }
  return outcome;
}

// The statements of the first release. Later ones name more columns, but not the version of the rule either.
const RECORD = [
  `insert into change_requests (project_id, id, environment, title, body)
    values ($1, $2, 'production', null, $3) on conflict (project_id, id) do nothing`,
  `insert into touches (project_id, kind, value, change_request_id) values ($1, 1, 'checkout', $2)`,
] as const;

/** Brings a database to the schema before the first version that refuses old writers. */
async function makeOlder(db: Kysely<Tables>, all: typeof sqliteMigrations): Promise<void> {
  const names = Object.keys(all);
  const first = names.findIndex((name) => name.endsWith('_rule_of_each_change_request'));
  const older = Object.fromEntries(Object.entries(all).slice(0, first));
  const provider = { getMigrations: async () => older };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  await db.insertInto('projects').values({ id: PROJECT, name: 'Shop' }).execute();
  await db.destroy();
}

async function oldPostgres(url: string): Promise<OldStore> {
  const dialect = new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });
  await makeOlder(new Kysely({ dialect }), postgresMigrations);
  let pool = new pg.Pool({ connectionString: url });
  return {
    databaseUrl: url,
    isHeld: false,
    record: async (id) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(RECORD[0], [PROJECT, id, bodyOf(id)]);
        await client.query(RECORD[1], [PROJECT, id]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    stop: () => pool.end(),
    start: async () => {
      pool = new pg.Pool({ connectionString: url });
    },
  };
}

async function oldSqlite(path: string): Promise<OldStore> {
  await makeOlder(openDatabase(path), sqliteMigrations);
  const open = (): DatabaseSync => new DatabaseSync(path, { timeout: 5_000 });
  let file = open();
  return {
    databaseUrl: `sqlite:${path}`,
    isHeld: true,
    record: async (id) => {
      file.exec('begin immediate');
      try {
        const [insert, touch] = RECORD.map((text) => file.prepare(text.replaceAll('$', '?')));
        insert?.run(PROJECT, id, bodyOf(id));
        touch?.run(PROJECT, id);
        file.exec('commit');
      } catch (error) {
        file.exec('rollback');
        throw error;
      }
    },
    stop: async () => file.close(),
    start: async () => {
      file = open();
    },
  };
}
