import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreWithNames } from '@forewarn/store';
import { onTestFinished } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../../store-postgres/src/index.ts';
import { openSqliteStore } from '../../store-sqlite/src/index.ts';
import type { ForecastStore } from '../src/forecast-reader.ts';
import { sqlForecast } from '../src/sql/index.ts';

/** A database of a test, which can be opened with and without forecasts. */
export interface TestDatabase {
  readonly withForecasts: () => Promise<StoreWithNames & ForecastStore>;
  readonly withoutForecasts: () => Promise<StoreWithNames>;
}

const capabilities = [sqlForecast] as const;

/** A SQLite file, which is removed when the test ends. */
export async function sqliteFile(): Promise<TestDatabase & { readonly path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-forecast-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'forewarn.db');
  return {
    path,
    withForecasts: async () => (await openSqliteStore(path, { capabilities }))._unsafeUnwrap(),
    withoutForecasts: async () => (await openSqliteStore(path))._unsafeUnwrap(),
  };
}

/** A Postgres database, which is removed when the test ends. */
export async function postgresDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const plain = { connectionString: database.url, deadlineMs: 60_000 };
  const settings = { ...plain, capabilities };
  return {
    withForecasts: async () => {
      (await migratePostgres(settings))._unsafeUnwrap();
      return (await openPostgresStore(settings))._unsafeUnwrap();
    },
    withoutForecasts: async () => {
      (await migratePostgres(plain))._unsafeUnwrap();
      return (await openPostgresStore(plain))._unsafeUnwrap();
    },
  };
}
