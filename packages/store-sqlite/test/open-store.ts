import { DatabaseSync } from 'node:sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ScheduledChangeRequest } from '@forewarn/core';
import type { StoreWithNames, Store } from '@forewarn/store';
import type { StateEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { onTestFinished } from 'vitest';
import { changeRequest, changing } from '../../core/test/samples.ts';
import { openSqliteStore, type SqliteOptions, type StatementObserver } from '../src/index.ts';

/** Returns a path for a file, alone in a folder that is removed when the test ends. */
export async function newPath(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'forewarn-sqlite-')), 'forewarn.db');
  onTestFinished(() => rm(dirname(path), { recursive: true }));
  return path;
}

/** Opens a store, which is closed when the test ends. */
export async function openStore(path: string, options?: SqliteOptions): Promise<StoreWithNames> {
  const store = (await openSqliteStore(path, options))._unsafeUnwrap();
  onTestFinished(() => store.close());
  return store;
}

/** Makes a file with an empty store. */
export async function makeFile(path: string): Promise<void> {
  await (await openSqliteStore(path))._unsafeUnwrap().close();
}

/** A scheduled change request of the project `shop` that archives the feature `checkout`. */
export const scheduled = (id: number): ScheduledChangeRequest =>
  changeRequest({ id, features: [changing('checkout', 'archiveFeature')] });

/** Change requests with the ids 1 to `count`, for an import. */
export async function* entries(
  count: number,
  make: (id: number) => ScheduledChangeRequest = scheduled,
): AsyncGenerator<Result<StateEntry, never>> {
  for (let id = 1; id <= count; id += 1) yield ok({ kind: 'scheduled', changeRequest: make(id) });
}

export async function registerShop({ projects }: Pick<Store, 'projects'>): Promise<void> {
  (await projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
}

/** An observer that is told the text of each statement before it is sent. */
export const observing = (tell: (text: string) => void): StatementObserver => ({
  statement: async (text, send) => {
    tell(text.trim());
    return send();
  },
  caller: () => undefined,
  batch: (_name, _callers, work) => work(),
});

/** Works with a file on a connection of its own. */
export function withinFile<T>(path: string, work: (file: DatabaseSync) => T): T {
  const file = new DatabaseSync(path);
  try {
    return work(file);
  } finally {
    file.close();
  }
}
