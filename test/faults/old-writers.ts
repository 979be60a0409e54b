import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Tables } from '@forewarn/store-sql';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations as postgresMigrations } from '../../packages/store-postgres/src/migrations.ts';
import { migrations as sqliteMigrations } from '../../packages/store-sqlite/src/migrations.ts';
import { openDatabase } from '../../packages/store-sqlite/src/sqlite-database.ts';
import { createDatabase } from '../../tools/create-database.ts';
import { startPostgres } from '../../tools/postgres-server.ts';
import { openNode } from './guard-race-node.ts';
import { temporaryDatabase } from './left-behind.ts';
import { type Random, randomOf } from './random.ts';
import { NO_OUTCOME, type Outcome, type OwnRounds, sumOf } from './round.ts';
import { wrongRowsIn } from './rows-of-bodies.ts';
import { spawnCommand } from './spawn-command.ts';

/** A store in the schema of an older version, and a process of that version that uses it. */
interface OldStore {
  /** The setting of a process that uses it. */
  readonly databaseUrl: string;
  /** Whether the old process keeps others from migrating the store, so that `migrate` must refuse. */
  readonly isHeld: boolean;
  /**
   * Records a change request as the old version does, in its own transaction: one that depends on {@link PARENT}, of which
   * the old rule knows nothing. Rejects unless it is committed.
   */
  record(id: number): Promise<void>;
  /** Which rows belong to no body, in words. */
  wrongRows(): Promise<readonly string[]>;
  /** Ends the old process. */
  stop(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
}

const PROJECT = 'shop';
const PARENT = 'payments';

/** The text of a change request that the old version records. */
const bodyOf = (id: number): string =>
  JSON.stringify({
    id,
    project: PROJECT,
    environment: 'production',
    state: 'Scheduled',
    features: [
      { name: 'checkout', changes: [{ action: 'addDependency', payload: { feature: PARENT } }] },
    ],
    segments: [],
  });

/** Enough for several batches of the migration. */
const BEFORE = 3_000;
const WRITES = 20;
const WRITERS = 4;
const MAX_KILL_MS = 400;
const IN_USE = 'another process has it open';

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
        const { path, databaseUrl, remove } = temporaryDatabase();
        await use(await oldStore(databaseUrl, sqliteMigrations, () => openDatabase(path)));
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
const recording = (id: number) => [
  sql`insert into change_requests (project_id, id, environment, title, body)
    values (${PROJECT}, ${id}, 'production', null, ${bodyOf(id)}) on conflict (project_id, id) do nothing`,
  sql`insert into touches (project_id, kind, value, change_request_id)
    values (${PROJECT}, 1, 'checkout', ${id})`,
];

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

async function oldStore(
  databaseUrl: string,
  migrations: typeof sqliteMigrations,
  open: () => Kysely<Tables>,
): Promise<OldStore> {
  await makeOlder(open(), migrations);
  let db = open();
  return {
    databaseUrl,
    isHeld: databaseUrl.startsWith('sqlite:'),
    record: (id) =>
      db.transaction().execute(async (transaction) => {
        for (const statement of recording(id)) await statement.execute(transaction);
      }),
    wrongRows: () => wrongRowsIn(db),
    stop: () => db.destroy(),
    start: async () => {
      db = open();
    },
  };
}

function oldPostgres(url: string): Promise<OldStore> {
  const dialect = () => new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });
  return oldStore(url, postgresMigrations, () => new Kysely({ dialect: dialect() }));
}

/**
 * Migrates a store while a process of an older version records on. What that process acknowledged must be found by the new
 * rule, and what it tries after the migration must fail. Returns what is wrong, in words.
 */
async function raceOldWriter(old: OldStore, random: Random): Promise<Outcome> {
  for (let id = 1; id <= BEFORE; id += 1) await old.record(id);
  const load = new OldLoad(old);
  const wrong: string[] = [];
  await load.more();
  if (old.isHeld) {
    const { code, output } = await ended(migrate(old));
    if (code !== 1 || !output.includes(IN_USE)) wrong.push(`migrate under the old one: ${output}`);
    await load.more();
    await load.pause(() => old.stop());
  }
  await killMigration(old, random);
  const migrated = await ended(migrate(old));
  if (migrated.code !== 0) wrong.push(`migrate: ${migrated.output}`);
  const known = load.acknowledged.length;
  if (old.isHeld) await load.pause(() => old.start());
  await load.moreAttempts();
  await load.end();
  if (load.acknowledged.length > known) wrong.push('acknowledged a write after the migration');
  wrong.push(...(await old.wrongRows()).slice(0, 1));
  await old.stop();
  const { refused } = load;
  const lost = await lostOf(old, load);
  const requests = known + refused;
  return { ...NO_OUTCOME, rounds: 1, requests, acknowledged: known, refused, wrong, lost };
}

/** Writers of the old process. */
class OldLoad {
  readonly acknowledged: number[] = [];
  refused = 0;
  readonly #old: OldStore;
  readonly #running: Promise<unknown>;
  #lastId = BEFORE;
  #isOver = false;
  #pausing: Promise<void> | undefined;
  #active = 0;

  constructor(old: OldStore) {
    this.#old = old;
    this.#running = Promise.all(Array.from({ length: WRITERS }, () => this.#write()));
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      await this.#pausing;
      this.#lastId += 1;
      const id = this.#lastId;
      this.#active += 1;
      try {
        await this.#old.record(id);
        this.acknowledged.push(id);
      } catch {
        this.refused += 1;
      } finally {
        this.#active -= 1;
      }
      await nextTurn();
    }
  }

  /** Waits for more acknowledged writes. */
  more(): Promise<void> {
    return this.#untilMore(() => this.acknowledged.length);
  }

  /** Waits for more attempts. */
  moreAttempts(): Promise<void> {
    return this.#untilMore(() => this.acknowledged.length + this.refused);
  }

  async #untilMore(count: () => number): Promise<void> {
    const enough = count() + WRITES;
    while (count() < enough) await nextTurn();
  }

  /** Does something while nothing is recorded. */
  async pause(work: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pausing = promise;
    while (this.#active > 0) await nextTurn();
    await work();
    this.#pausing = undefined;
    resolve();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}

const migrate = ({ databaseUrl }: OldStore) =>
  spawnCommand(['migrate'], { DATABASE_URL: databaseUrl });

async function ended(child: ReturnType<typeof migrate>) {
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: (await outputs).join('') };
}

/** Kills a migration at a random moment, mostly while it rebuilds. */
async function killMigration(old: OldStore, random: Random): Promise<void> {
  const child = migrate(old);
  const close = ended(child);
  const progress = new Promise((resolve) => child.stderr.once('data', resolve));
  await Promise.race([progress, close, delay(random.between(0, MAX_KILL_MS) + MAX_KILL_MS)]);
  child.kill('SIGKILL');
  await close;
}

/** Searches by the new rule for all that was acknowledged. */
async function lostOf(
  { databaseUrl }: OldStore,
  { acknowledged }: OldLoad,
): Promise<readonly string[]> {
  const store = await openNode(databaseUrl);
  const anyOf = [{ kind: 'feature', name: PARENT }] as const;
  const searched = await store.reader.search({ projectId: PROJECT, anyOf });
  await store.close();
  const found = new Set(searched._unsafeUnwrap().changeRequests.map(({ id }) => id));
  const before = Array.from({ length: BEFORE }, (_, no) => no + 1);
  return [...before, ...acknowledged]
    .filter((id) => !found.has(id))
    .map((id) => `change request ${id}: not found`);
}
