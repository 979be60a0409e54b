/// <reference types="vite/types/importMeta.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contracts, type OpenStore, runCase } from '@forewarn/store-contract';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../../store-postgres/src/index.ts';
import { openDatabase } from '../../store-postgres/src/postgres-database.ts';
import { postgresSession } from '../../store-postgres/src/postgres-session.ts';
import { openSqliteStore } from '../../store-sqlite/src/index.ts';
import { sqliteSession } from '../../store-sqlite/src/sqlite-session.ts';
import { plainSearch } from './readme.example.ts';

const FILES = import.meta.glob<string>(['../README.md', './*.example.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('the code in the README is the example, which is compiled and run', () => {
  const { '../README.md': readme, ...examples } = FILES;
  const blocks = [...(readme ?? '').matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks).toHaveLength(1);
  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual(Object.values(examples));
});

// Each store as it is, but for its search.
const STORES: Readonly<Record<string, OpenStore>> = {
  SQLite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forewarn-sql-'));
    const path = join(folder, 'forewarn.db');
    const store = (await openSqliteStore(path))._unsafeUnwrap();
    const session = sqliteSession(path);
    return {
      store: { ...store, scheduledChangeRequests: plainSearch(session) },
      release: async () => {
        await session.close();
        await store.close();
        await rm(folder, { recursive: true });
      },
    };
  },
  Postgres: async () => {
    const database = await freshDatabase();
    const settings = { connectionString: database.url, deadlineMs: 60_000 };
    (await migratePostgres(settings))._unsafeUnwrap();
    const store = (await openPostgresStore(settings))._unsafeUnwrap();
    const db = openDatabase(settings);
    return {
      store: {
        ...store,
        scheduledChangeRequests: plainSearch(postgresSession(settings, db)),
      },
      release: async () => {
        await db.destroy();
        await store.close();
        await database.drop();
      },
    };
  },
};

const CASES = contracts
  .filter(({ port }) => port.startsWith('ScheduledChangeRequestRepository'))
  .flatMap((contract) => contract.cases);

test('the search of the README has promises to keep', () => {
  expect(CASES.length).toBeGreaterThan(0);
});

describe.concurrent.each(Object.entries(STORES))('the search of the README, on %s', (_, open) => {
  test.each(CASES)('$name', { timeout: 60_000 }, async (each) => {
    await expect(runCase(each, open)).resolves.toBeUndefined();
  });
});
