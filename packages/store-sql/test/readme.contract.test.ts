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

describeContracts("searches of the README's store", searchContracts, openOnSqlite);
describeContracts("impacts of the README's store", impactContracts, openOnSqlite);
describeContracts("listings of the README's store", listingContracts, openOnSqlite);
describeContracts("deletes of the README's store", strategyDeleteContracts, openOnSqlite);
