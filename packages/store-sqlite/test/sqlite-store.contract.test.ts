import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeContracts,
  describeStore,
  leaseContracts,
  nameContracts,
  type OpenStore,
  originContracts,
} from '@forewarn/store-contract';
import type { FollowerStore } from '@forewarn/core/operator';
import { afterAll, beforeAll } from 'vitest';
import { openSqliteStore } from '../src/index.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'forewarn-sqlite-'));
const openIn = async (folder: string): Promise<FollowerStore> =>
  (await openSqliteStore(join(folder, 'forewarn.db'), { deadlineMs: 60_000 }))._unsafeUnwrap();

// To make the schema takes far longer than to copy it.
let migrated: string;
beforeAll(async () => {
  migrated = await newFolder();
  await (await openIn(migrated)).close();
});
afterAll(() => rm(migrated, { recursive: true }));

const open: OpenStore<FollowerStore> = async () => {
  const folder = await newFolder();
  await copyFile(join(migrated, 'forewarn.db'), join(folder, 'forewarn.db'));
  const store = await openIn(folder);
  return {
    store,
    release: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};

describeStore('the SQLite store', open);
describeContracts(
  'the SQLite store, followed',
  [...leaseContracts, ...originContracts, ...nameContracts],
  open,
);
