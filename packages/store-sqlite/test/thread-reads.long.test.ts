import { impactContracts, listingContracts, type OpenStore } from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longReads } from '../src/long-reads.ts';
import { openSqliteStore } from '../src/index.ts';
import { sqliteSession } from '../src/sqlite-session.ts';

const options = { deadlineMs: 60_000 };

/** The suite's samples are small, so that the store itself would read them without its thread. */
const open: OpenStore = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-sqlite-'));
  const path = join(folder, 'forewarn.db');
  const store = (await openSqliteStore(path, options))._unsafeUnwrap();
  const session = sqliteSession(path, options);
  const inThread = longReads({
    ...session,
    read: (work, given) => session.read(work, { ...given, isLong: true }),
  });
  return {
    store: { ...store, reader: { ...store.reader, ...inThread } },
    breakDown: () => session.close(),
    release: async () => {
      await session.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};

describeContracts('reads in the thread', [...impactContracts, ...listingContracts], open);
