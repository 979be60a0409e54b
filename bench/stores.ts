import type { ApiKeyStore } from '@forewarn/operate';
import type { CleanupStore } from '../packages/cleanup/src/cleanups.ts';
import { sqlCleanup } from '@forewarn/cleanup/sql';
import { sqlForecast } from '@forewarn/forecast/sql';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqlNotify } from '@forewarn/notify/sql';
import { sqlOperate } from '@forewarn/operate/sql';
import { sqlUnleash } from '@forewarn/unleash/sql';
import type { Store, StoreWithNames } from '@forewarn/store';
import { RULE_VERSION } from '@forewarn/core';
import type { AlertStore } from '@forewarn/notify';
import { migratePostgres, openPostgresStore } from '@forewarn/store-postgres';
import { openSqliteStore } from '@forewarn/store-sqlite';
import pg from 'pg';
import { notLeftBehind } from '../test/faults/left-behind.ts';
import { startPostgres } from '../tools/postgres-server.ts';
import { DEFINITIONS, definitions, population, readerKey } from './population.ts';

export interface BenchStore {
  readonly name: 'Postgres' | 'SQLite';
  /** A value for `DATABASE_URL`. */
  readonly url: string;
  readonly store: StoreWithNames & ApiKeyStore & Partial<CleanupStore> & Partial<AlertStore>;
  remove(): Promise<void>;
}

/** Starts and fills a Postgres server whose commits are on disk when they return, as those of SQLite. */
export async function postgresWith(fill: Fill) {
  const server = await startPostgres({ ...process.env, TEST_DATABASE_URL: undefined }, 'on-disk');
  const settings = {
    connectionString: server.url,
    capabilities: [sqlForecast, sqlCleanup, sqlNotify, sqlOperate, sqlUnleash] as const,
  };
  (await migratePostgres(settings))._unsafeUnwrap();
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  await fill({ store, url: server.url });
  await lookedAt(store);
  // As autovacuum does in time, so that the planner has statistics and index-only scans skip the table.
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
  const remove = async (): Promise<void> => {
    await store.close();
    await server.stop();
  };
  return { name: 'Postgres', url: server.url, store, remove } as const satisfies BenchStore;
}

export async function sqliteWith(fill: Fill): Promise<BenchStore> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-bench-'));
  const removeFolder = notLeftBehind(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'forewarn.db');
  const store = (
    await openSqliteStore(path, {
      capabilities: [sqlForecast, sqlCleanup, sqlNotify, sqlOperate, sqlUnleash],
    })
  )._unsafeUnwrap();
  await fill({ store, url: path });
  await lookedAt(store);
  const remove = async (): Promise<void> => {
    await store.close();
    removeFolder();
  };
  return { name: 'SQLite', url: `sqlite:${path}`, store, remove };
}

export type Fill = (opened: Pick<BenchStore, 'store' | 'url'>) => Promise<void>;

/** Imports change requests and a key with read permission. */
export const changeRequests =
  (count: number): Fill =>
  async ({ store }) => {
    (await store.transfer.import(population(count)))._unsafeUnwrap();
    (await store.apiKeys.create(readerKey))._unsafeUnwrap();
  };

/** Imports strategy definitions, too. */
export const withDefinitions =
  (fill: Fill): Fill =>
  async (opened) => {
    await fill(opened);
    (await opened.store.transfer.import(definitions('kept', 0, DEFINITIONS)))._unsafeUnwrap();
  };

/** Leaves a store as the first look of its alerts does, which takes minutes of a quarter of a core. */
async function lookedAt({
  alerts,
  events,
}: Pick<AlertStore, 'alerts'> & Pick<Store, 'events'>): Promise<void> {
  const { generation, marks } = (await alerts.read())._unsafeUnwrap();
  const [newest] = (await events.list({ limit: 1, maxBytes: 1 }))._unsafeUnwrap().events;
  const now = Date.now();
  const progress = {
    event: newest?.id ?? 0,
    time: now,
    sweptAt: now,
    rule: RULE_VERSION,
    batches: [],
  };
  const rest = { raised: [], ended: [], events: [], marks: marks.map(({ no }) => no) };
  (await alerts.commit({ generation, progress, ...rest }, 'forewarn'))._unsafeUnwrap();
}
