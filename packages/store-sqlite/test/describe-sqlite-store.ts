import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreWithNames } from '@forewarn/store';
import type { Contract, OpenStore } from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import type { SqlCapability } from '@forewarn/store-sql';
import { afterAll, beforeAll } from 'vitest';
import { openSqliteStore } from '../src/index.ts';

/** Runs contracts on SQLite stores with capabilities. Each case has its own file. */
export function describeSqliteStore<Ports extends object = object>(
  name: string,
  contracts: readonly Contract<StoreWithNames & Ports>[],
  capabilities: readonly SqlCapability[] = [],
): void {
  const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'forewarn-sqlite-'));
  const openIn = async (folder: string) => {
    const options = { deadlineMs: 60_000, capabilities };
    const store: StoreWithNames = (
      await openSqliteStore(join(folder, 'forewarn.db'), options)
    )._unsafeUnwrap();
    return store as StoreWithNames & Ports;
  };

  // To make the schema takes far longer than to copy it.
  let migrated: string;
  beforeAll(async () => {
    migrated = await newFolder();
    await (await openIn(migrated)).close();
  });
  afterAll(() => rm(migrated, { recursive: true }));

  const open: OpenStore<StoreWithNames & Ports> = async () => {
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
  describeContracts(name, contracts, open);
}
