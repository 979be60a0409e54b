import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Contract,
  impactContracts,
  listingContracts,
  searchContracts,
  strategyDeleteContracts,
} from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres } from '../../store-postgres/src/index.ts';
import { openSession } from '../../store-postgres/src/session/open-session.ts';
import { openSqliteStore } from '../../store-sqlite/src/index.ts';
import { sqliteSession } from '../../store-sqlite/src/sqlite-session.ts';
import { createStore } from './first-use.example.ts';
import type { PlainSession } from './plain-reads.example.ts';

/** A session of a test, and how what it needs is removed. */
interface OpenedSession {
  readonly session: PlainSession & { close(): Promise<void> };
  readonly remove: () => Promise<void>;
}

const deadlineMs = 60_000;

async function onPostgres(): Promise<OpenedSession> {
  const database = await freshDatabase();
  const pool = { connectionString: database.url };
  (await migratePostgres({ pool }))._unsafeUnwrap();
  const session = openSession({ pool, deadlineMs, isNamed: true }, async () => {});
  return { session, remove: () => database.drop() };
}

async function onSqlite(): Promise<OpenedSession> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-sql-'));
  const path = join(folder, 'forewarn.db');
  // Makes the schema.
  await (await openSqliteStore(path))._unsafeUnwrap().close();
  const session = sqliteSession(path, { deadlineMs });
  return { session, remove: () => rm(folder, { recursive: true }) };
}

/** The contracts of the parts that the README's store has of its own. */
const OWN: readonly Contract[] = [
  ...searchContracts,
  ...impactContracts,
  ...listingContracts,
  ...strategyDeleteContracts,
];

/** Those that compare the same statements with the rule again take long on Postgres. */
const ON_POSTGRES = OWN.filter(({ port }) => !port.endsWith('against the rule'));

for (const [where, open, some] of [
  ['Postgres', onPostgres, ON_POSTGRES],
  ['SQLite', onSqlite, OWN],
] as const) {
  describeContracts(`the README's store on ${where}`, some, async () => {
    const { session, remove } = await open();
    const store = createStore(session, () => session.close());
    const release = async (): Promise<void> => {
      await store.close();
      await remove();
    };
    return { store, release, breakDown: () => store.close() };
  });
}
