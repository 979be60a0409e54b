import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from '@forewarn/store-contract';
import { openSqliteStore } from '../src/index.ts';

describeStore('the SQLite store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-sqlite-'));
  const store = (await openSqliteStore(join(folder, 'forewarn.db')))._unsafeUnwrap();
  return {
    store,
    release: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
