import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FollowerStore } from '@forewarn/core/operator';
import { onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteOptions } from '../src/index.ts';

/** Returns a path for a file, alone in a folder that is removed when the test ends. */
export async function newPath(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'forewarn-sqlite-')), 'forewarn.db');
  onTestFinished(() => rm(dirname(path), { recursive: true }));
  return path;
}

/** Opens a store, which is closed when the test ends. */
export async function openStore(path: string, options?: SqliteOptions): Promise<FollowerStore> {
  const store = (await openSqliteStore(path, options))._unsafeUnwrap();
  onTestFinished(() => store.close());
  return store;
}
