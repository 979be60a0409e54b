import { RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import { type StrategyDefinition, UNSCHEDULED } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { migratedDatabase } from '../../../tools/fresh-database.ts';
import { changeRequest as sample, changing } from '../../core/test/samples.ts';
import { ConnectionPool } from '../src/session/connection-pool.ts';
import { openPostgresStore, type PostgresSettings, type PostgresStore } from '../src/index.ts';

export interface TestDatabase {
  readonly url: string;
  /** Opens a store, which is closed when the test ends. */
  readonly open: (settings?: Partial<PostgresSettings>) => Promise<PostgresStore>;
  readonly connect: () => Promise<pg.Client>;
}

export async function openDatabase(): Promise<TestDatabase> {
  const database = await migratedDatabase();
  onTestFinished(() => database.drop());
  const { url } = database;
  return {
    url,
    open: async (settings) => {
      const store = (
        await openPostgresStore({ connectionString: url, ...settings })
      )._unsafeUnwrap();
      onTestFinished(() => store.close());
      return store;
    },
    connect: async () => {
      const client = new pg.Client(url);
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    },
  };
}

/** Opens a store of its own whose project `shop` is registered. Its calls have a long deadline, unless the settings say otherwise. */
export async function openShop(settings: Partial<PostgresSettings> = {}) {
  const database = await openDatabase();
  const store = await database.open({ deadlineMs: 60_000, ...settings });
  await registerShop(store);
  return { ...database, store };
}

/** Inserts change requests into the shop, each of which touches a feature: an SQL expression of its id `i`. */
export const manyChangeRequests = (count: number, feature: string): string => `
  insert into change_requests (project_id, id, environment, body, scheduled_at, has_trouble, rule_version)
    select 'shop', i, 'production', '{}', ${UNSCHEDULED}, 0, ${RULE_VERSION} from generate_series(1, ${count}) i;
  insert into touches (kind, value, project_id, change_request_id, scheduled_at, influence)
    select 1, ${feature}, 'shop', i, ${UNSCHEDULED}, 0 from generate_series(1, ${count}) i`;

/** The strategy definition `gradual`, or one of another name. */
export const definition = (name = 'gradual'): StrategyDefinition => ({
  name,
  parameters: [],
  deprecated: false,
  editable: true,
});

/** A statement as it goes to the driver. */
interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Sees each statement from now on. Returns those since the last look, and what the driver returned. */
export function spyOnStatements() {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const take = (): readonly Statement[] => {
    const calls = query.mock.calls as unknown as readonly (readonly unknown[])[];
    const statements = calls.map(([first, values]) =>
      typeof first === 'string' ? { text: first, values } : first,
    ) as readonly Statement[];
    query.mockClear();
    return statements;
  };
  return { query, take };
}

/** Opens a pool, which is ended when the test ends. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // A server may end a connection that the pool is ending. Without a listener, its error would end the process.
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  return pool;
}

/** Opens the store's own pool on a database of its own. It is ended when the test ends. */
export async function openConnectionPool(config: pg.PoolConfig = {}): Promise<ConnectionPool> {
  const { url } = await openDatabase();
  const pool = new ConnectionPool({
    address: { pool: { connectionString: url, ...config }, isNamed: true },
    connectMs: 10_000,
    observer: undefined,
    sent: (text) => ({ text }),
  });
  onTestFinished(() => pool.end());
  return pool;
}

/** Waits until as many statements wait for locks that the client holds. */
export const untilBlocked = (client: pg.Client, count = 1): Promise<void> =>
  vi.waitFor(
    async () => {
      // A transaction sees the activity as it was when it first looked.
      await client.query('select pg_stat_clear_snapshot()');
      const { rows } = await client.query(
        `select from pg_stat_activity
         where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      );
      expect(rows.length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 30_000 },
  );

/** The statements that run in the database, except those of the client. */
export async function runningStatements(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ query: string }>(
    `select query from pg_stat_activity
     where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
  );
  return rows.map(({ query }) => query);
}

/** A change request of the project `shop` that archives features. */
export const changeRequest = (
  id: number,
  title: string,
  names: readonly string[] = [`feature-${id}`],
): ScheduledChangeRequest =>
  sample({ id, title, features: names.map((name) => changing(name, 'archiveFeature')) });

export const registerShop = async (store: Store): Promise<void> => {
  (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
};

/** The type of an outcome's error, or `ok`. */
export const outcomeOf = (outcome: { isErr(): boolean; error?: { type: string } }): string =>
  outcome.isErr() ? (outcome.error?.type ?? 'unknown') : 'ok';

/** A search of the project `shop` for a feature. */
export const searchFor = (name: string) => ({
  projectId: 'shop',
  anyOf: [{ kind: 'feature', name } as const],
});
