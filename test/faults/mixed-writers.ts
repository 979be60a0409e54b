import type { Store } from '@forewarn/store';
import type { Tables } from '@forewarn/store-sql';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrateStore } from '../../packages/service/src/open-store.ts';
import { openDatabase } from '../../packages/store-sqlite/src/sqlite-database.ts';
import { startPostgres } from '../../tools/postgres-server.ts';
import { temporaryDatabase } from './left-behind.ts';
import { openNode } from './open-node.ts';
import { randomOf } from './random.ts';
import { writeAtRandom } from './random-writes.ts';
import { NO_OUTCOME, type Outcome, sumOf } from './round.ts';
import { wrongRowsIn } from './rows-of-bodies.ts';

const NODES = 2;
const IDS = 1_000;
const MAX_TOLD = 5;
/** What a write beside others may be refused for. Anything else is wrong. */
const EXPECTED: ReadonlySet<string> = new Set([
  'ProjectNotFound',
  'ChangeRequestNotFound',
  'DataOutdated',
  'StoreBusy',
]);

/**
 * Imports, records, deletes, moves and deletions of projects on the same few change requests, by several nodes at once. No
 * fault is needed. Afterwards each row of the projection must belong to a stored body.
 */
export const MIXED_WRITERS = [
  {
    name: 'mixed writers',
    run: async (rounds: number, seed: number) => {
      const server = await startPostgres();
      const location = { kind: 'postgres', connectionString: server.url } as const;
      (await migrateStore(location))._unsafeUnwrap();
      const pool = new pg.Pool({ connectionString: server.url });
      // The end of the server reaches connections that are closing.
      pool.on('error', () => {});
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
      const outcome = await runRounds('mixed writers', server.url, db, rounds, seed);
      await db.destroy();
      await server.stop();
      return outcome;
    },
  },
  {
    name: 'mixed writers, SQLite',
    run: async (rounds: number, seed: number) => {
      const { path, databaseUrl, remove } = temporaryDatabase();
      (await migrateStore({ kind: 'sqlite', path }))._unsafeUnwrap();
      const db = openDatabase(path);
      const outcome = await runRounds('mixed writers, SQLite', databaseUrl, db, rounds, seed);
      await db.destroy();
      remove();
      return outcome;
    },
  },
];

async function runRounds(
  name: string,
  databaseUrl: string,
  db: Kysely<Tables>,
  rounds: number,
  seed: number,
): Promise<Outcome> {
  const nodes = await Promise.all(Array.from({ length: NODES }, () => openNode(databaseUrl)));
  const random = randomOf(seed).of(name);
  let outcome = NO_OUTCOME;
  for (let round = 1; round <= rounds; round += 1) {
    const one = await runRound(nodes, db, { seed: random.between(0, 2 ** 30), first: round * IDS });
    outcome = sumOf(outcome, one);
    for (const words of one.wrong.slice(0, MAX_TOLD))
      console.error(`${name}, round ${round}: ${words}`);
  }
  await Promise.all(nodes.map((node) => node.close()));
  return outcome;
}

async function runRound(
  nodes: readonly Store[],
  db: Kysely<Tables>,
  { seed, first }: { readonly seed: number; readonly first: number },
): Promise<Outcome> {
  const written = await Promise.all(
    nodes.map((node, no) => writeAtRandom(node, { seed: seed + no, first })),
  );
  const refusals = written.flatMap((each) => Object.entries(each.refused));
  const refused = refusals.reduce((sum, [, times]) => sum + times, 0);
  const acknowledged = written.reduce((sum, { done }) => sum + done, 0);
  const unexpected = refusals.filter(([type]) => !EXPECTED.has(type));
  return {
    ...NO_OUTCOME,
    rounds: 1,
    requests: acknowledged + refused,
    acknowledged,
    refused,
    wrong: [
      ...unexpected.map(([type, times]) => `${times} writes failed: ${type}`),
      ...(await wrongRowsIn(db)),
    ],
  };
}
