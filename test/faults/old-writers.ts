import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { RULE_VERSION } from '@forewarn/core';
import { UNSCHEDULED } from '@forewarn/record';
import type { Tables } from '@forewarn/store-sql';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../../packages/store-sqlite/src/sqlite-database.ts';
import { RULE_CONSTRAINT } from '../../packages/store-postgres/src/session/postgres-errors.ts';
import { createDatabase } from '../../tools/create-database.ts';
import { startPostgres } from '../../tools/postgres-server.ts';
import { openNode } from './guard-race-node.ts';
import { temporaryDatabase } from './left-behind.ts';
import { type Random, randomOf } from './random.ts';
import { NO_OUTCOME, type Outcome, type OwnRounds, sumOf } from './round.ts';
import { wrongRowsIn } from './rows-of-bodies.ts';
import { spawnCommand } from './spawn-command.ts';

/** A store of a version with an older rule, and a process of that version that uses it. */
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
        await use(await oldStore(databaseUrl, () => openDatabase(path)));
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

const OLDER = RULE_VERSION - 1;

const recording = (id: number) => [
  sql`insert into change_requests
      (project_id, id, environment, body, scheduled_at, has_trouble, rule_version)
    values (${PROJECT}, ${id}, 'production', ${bodyOf(id)}, ${UNSCHEDULED}, 0, ${OLDER})`,
  sql`insert into touches (project_id, kind, value, change_request_id, scheduled_at, plan)
    values (${PROJECT}, 1, 'checkout', ${id}, ${UNSCHEDULED}, 0)`,
];

/** Brings a new store to the older rule. */
async function makeOlder(
  { databaseUrl, isHeld }: Pick<OldStore, 'databaseUrl' | 'isHeld'>,
  db: Kysely<Tables>,
) {
  const { code, output } = await ended(migrate({ databaseUrl }));
  if (code !== 0) throw new Error(output);
  if (!isHeld) {
    const table = db.schema.alterTable('change_requests');
    await table.dropConstraint(RULE_CONSTRAINT).execute();
    await table
      .addCheckConstraint(RULE_CONSTRAINT, sql`rule_version = ${sql.lit(OLDER)}`)
      .execute();
  }
  await db.updateTable('projection').set({ rule_version: OLDER }).execute();
  await db.insertInto('projects').values({ id: PROJECT, name: 'Shop' }).execute();
  await db.destroy();
}

async function oldStore(databaseUrl: string, open: () => Kysely<Tables>): Promise<OldStore> {
  const isHeld = databaseUrl.startsWith('sqlite:');
  await makeOlder({ databaseUrl, isHeld }, open());
  const db = open();
  return {
    databaseUrl,
    isHeld,
    record: (id) =>
      db.transaction().execute(async (transaction) => {
        for (const statement of recording(id)) await statement.execute(transaction);
      }),
    wrongRows: async () => {
      const other = open();
      const rows = await wrongRowsIn(other);
      await other.destroy();
      return rows;
    },
    stop: () => db.destroy(),
  };
}

function oldPostgres(url: string): Promise<OldStore> {
  const dialect = () => new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });
  return oldStore(url, () => new Kysely({ dialect: dialect() }));
}

/**
 * Migrates a store while a process of an older version records on. What that process acknowledged must be found by the new
 * rule, and what it tries after the migration must fail: a SQLite file is not migrated before that process has ended. Returns
 * what is wrong, in words.
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
    await load.end();
    await old.stop();
  }
  await killMigration(old, random);
  const migrated = await ended(migrate(old));
  if (migrated.code !== 0) wrong.push(`migrate: ${migrated.output}`);
  const known = load.acknowledged.length;
  if (!old.isHeld) {
    await load.moreAttempts();
    await load.end();
    await old.stop();
  }
  if (load.acknowledged.length > known) wrong.push('acknowledged a write after the migration');
  wrong.push(...(await old.wrongRows()).slice(0, 1));
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

  constructor(old: OldStore) {
    this.#old = old;
    this.#running = Promise.all(Array.from({ length: WRITERS }, () => this.#write()));
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      this.#lastId += 1;
      const id = this.#lastId;
      try {
        await this.#old.record(id);
        this.acknowledged.push(id);
      } catch {
        this.refused += 1;
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

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}

const migrate = ({ databaseUrl }: Pick<OldStore, 'databaseUrl'>) =>
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
