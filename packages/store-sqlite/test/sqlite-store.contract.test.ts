import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore, type OpenStore } from '@forewarn/store-contract';
import { testLikeOracle } from '../../../test/impact/test-like-oracle.ts';
import { openSqliteStore } from '../src/index.ts';

const open: OpenStore = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-sqlite-'));
  const store = (
    await openSqliteStore(join(folder, 'forewarn.db'), { deadlineMs: 60_000 })
  )._unsafeUnwrap();
  return {
    store,
    release: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};

describeStore('the SQLite store', open);
testLikeOracle('the SQLite store', open);
