import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  alertContracts,
  contracts,
  leaseContracts,
  nameContracts,
  type OpenStore,
  originContracts,
} from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import type { ServiceStore } from '@forewarn/store';
import { afterAll, beforeAll } from 'vitest';
import { isQuick } from '../../../tools/is-quick.ts';
import { openSqliteStore } from '../src/index.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'forewarn-sqlite-'));
const openIn = async (folder: string): Promise<ServiceStore> =>
  (await openSqliteStore(join(folder, 'forewarn.db'), { deadlineMs: 60_000 }))._unsafeUnwrap();

// To make the schema takes far longer than to copy it.
let migrated: string;
beforeAll(async () => {
  migrated = await newFolder();
  await (await openIn(migrated)).close();
});
afterAll(() => rm(migrated, { recursive: true }));

const open: OpenStore<ServiceStore> = async () => {
  const folder = await newFolder();
  const [path, elsewhere] = [join(folder, 'forewarn.db'), join(folder, 'elsewhere.db')];
  await copyFile(join(migrated, 'forewarn.db'), path);
  const store = await openIn(folder);
  return {
    store,
    breakDown: async () => {
      await rename(path, elsewhere);
      // A write finds that the file is gone; reads look again at most once a second.
      (await store.projects.register({ id: 'lost', name: 'lost' }, 'ann'))._unsafeUnwrapErr();
      return () => rename(elsewhere, path);
    },
    release: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};

describeContracts('the SQLite store', contracts.filter(isQuick), open);
describeContracts(
  'the SQLite store, followed',
  [...leaseContracts, ...originContracts, ...nameContracts, ...alertContracts],
  open,
);
