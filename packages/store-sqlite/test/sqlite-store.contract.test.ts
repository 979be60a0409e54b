import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeContracts,
  describeStore,
  leaseContracts,
  type OpenStore,
  originContracts,
} from '@forewarn/store-contract';
import type { FollowerStore } from '@forewarn/core/operator';
import { testLikeOracle } from '../../../test/impact/test-like-oracle.ts';
import { openSqliteStore } from '../src/index.ts';

const open: OpenStore<FollowerStore> = async () => {
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
describeContracts('the SQLite store, followed', [...leaseContracts, ...originContracts], open);
testLikeOracle('the SQLite store', open);
