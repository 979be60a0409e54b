/// <reference types="vite/types/importMeta.d.ts" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeContracts,
  impactContracts,
  listingContracts,
  type OpenStore,
  searchContracts,
  strategyDeleteContracts,
} from '@forewarn/store-contract';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres } from '../../store-postgres/src/index.ts';
import { postgresSession } from '../../store-postgres/src/postgres-session.ts';
import { openSqliteStore } from '../../store-sqlite/src/index.ts';
import { sqliteSession } from '../../store-sqlite/src/sqlite-session.ts';
import { createStore } from './first-use.example.ts';

const FILES = import.meta.glob<string>(['../README.md', './first-use.example.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('the code in the README is the example, which is compiled and run', () => {
  const { '../README.md': readme = '', './first-use.example.ts': example } = FILES;
  const blocks = [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)];

  expect(blocks.map(({ groups }) => groups?.['code'])).toEqual([example]);
});

const openOnSqlite: OpenStore = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-sql-'));
  const path = join(folder, 'forewarn.db');
  // Makes the schema.
  await (await openSqliteStore(path))._unsafeUnwrap().close();
  const session = sqliteSession(path, { deadlineMs: 60_000 });
  const store = createStore(session, () => session.close());
  return {
    store,
    release: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};

const openOnPostgres: OpenStore = async () => {
  const database = await freshDatabase();
  const settings = { connectionString: database.url, deadlineMs: 60_000 };
  (await migratePostgres(settings))._unsafeUnwrap();
  const session = postgresSession(settings);
  const store = createStore(session, () => session.close());
  return {
    store,
    release: async () => {
      await store.close();
      await database.drop();
    },
  };
};

for (const [name, open] of Object.entries({ SQLite: openOnSqlite, Postgres: openOnPostgres })) {
  describeContracts(`searches of the README's store, on ${name}`, searchContracts, open);
  describeContracts(`impacts of the README's store, on ${name}`, impactContracts, open);
  describeContracts(`listings of the README's store, on ${name}`, listingContracts, open);
  describeContracts(`deletes of the README's store, on ${name}`, strategyDeleteContracts, open);
}
