import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migratedDatabase } from '../../store-postgres/test/describe-postgres-store.ts';
import { openPostgresStore } from '../../store-postgres/src/index.ts';
import { openSqliteStore } from '../../store-sqlite/src/index.ts';
import type { ForecastReader } from '../src/forecast-reader.ts';
import { sqlForecast } from '../src/sql/index.ts';
import { inHours } from './forecast-world.ts';
import { sqliteFile } from './open-forecasts.ts';

const capabilities = [sqlForecast] as const;
const CAUSE = inHours(1, 1, 'sale', 'archiveFeature');
const VICTIM = inHours(2, 2, 'sale', 'updateEnabled');

const found = async (forecasts: ForecastReader): Promise<readonly number[]> => {
  const query = { now: Date.now(), projectIds: ['shop'], limit: 10 };
  const { candidates } = (await forecasts.forecast(query))._unsafeUnwrap();
  return candidates.map(({ id }) => id);
};

it('forecasts in a transaction of SQLite what only that has recorded', async () => {
  const { path } = await sqliteFile();
  const store = (await openSqliteStore(path, { capabilities }))._unsafeUnwrap();
  (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
  const host = new DatabaseSync(path);
  host.exec('begin immediate');
  const { writer, forecasts } = store.withTransaction(host);
  (await writer.putAll([CAUSE, VICTIM], 'ann'))._unsafeUnwrap();
  expect(await found(forecasts)).toEqual([2]);
  expect(await found(store.forecasts)).toEqual([]);
  host.exec('commit');
  expect(await found(store.forecasts)).toEqual([2]);
  host.close();
  await store.close();
});

it('forecasts in a transaction of Postgres what only that has recorded', async () => {
  const database = await migratedDatabase(undefined, capabilities);
  onTestFinished(() => database.drop());
  const settings = { connectionString: database.url, deadlineMs: 60_000, capabilities };
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
  const host = new pg.Client(database.url);
  await host.connect();
  await host.query('begin');
  const { writer, forecasts } = store.withTransaction(host);
  (await writer.putAll([CAUSE, VICTIM], 'ann'))._unsafeUnwrap();
  expect(await found(forecasts)).toEqual([2]);
  expect(await found(store.forecasts)).toEqual([]);
  await host.query('commit');
  expect(await found(store.forecasts)).toEqual([2]);
  await host.end();
  await store.close();
});
