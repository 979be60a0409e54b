import fs from 'node:fs';
import { copyFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname } from 'node:path';
import { chdir, cwd } from 'node:process';
import type { Store } from '@forewarn/store';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newPath, openStore, registerShop, withinFile } from './open-store.ts';

const REPLACED = /forewarn\.db: the file was deleted or replaced .*restart/;
const LOG_DELETED = /its log \(-wal\) was deleted .*restored/;

async function openShop() {
  const path = await newPath();
  const store = await openStore(path);
  await registerShop(store);
  return { store, folder: dirname(path), path };
}

async function openUnused() {
  const { path } = await openShop();
  return { store: await openStore(path), folder: dirname(path), path };
}

async function openLink() {
  const { path } = await openShop();
  const link = await newPath();
  await symlink(path, link);
  const store = await openStore(link);
  return { store, folder: dirname(path), path };
}

const search = (store: Store) =>
  store.reader.search({
    projectId: 'shop',
    anyOf: [{ kind: 'feature', name: 'a' }],
  });

const exported = async (store: Store): Promise<unknown> => {
  for await (const entry of store.transfer.export()) if (entry.isErr()) return entry.error;
  return undefined;
};

const deleted = async (path: string): Promise<void> => {
  for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true });
};
const restored = async (path: string): Promise<void> => {
  const backup = `${path}.backup`;
  withinFile(path, (file) => file.exec(`vacuum into '${backup}'`));
  await copyFile(backup, path);
  for (const end of ['-wal', '-shm']) await rm(`${path}${end}`);
};
const replaced = async (path: string): Promise<void> => {
  await copyFile(path, `${path}.copy`);
  await rename(`${path}.copy`, path);
};

it.each([
  ['deleted', openShop, deleted, REPLACED],
  ['replaced', openShop, replaced, REPLACED],
  ['restored in place', openShop, restored, LOG_DELETED],
  ['restored in place before its first use', openUnused, restored, LOG_DELETED],
  ['restored in place where a link leads', openLink, restored, LOG_DELETED],
])('refuses every call after its file was %s', async (_what, open, act, why) => {
  const { store, folder, path } = await open();
  await act(path);
  const left = await readdir(folder);
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_001);
  onTestFinished(() => later.mockRestore());

  const gone = {
    type: 'StoreUnavailable',
    cause: expect.objectContaining({ message: expect.stringMatching(why) }),
  };
  expect((await search(store))._unsafeUnwrapErr()).toEqual(gone);
  const write = await store.projects.register({ id: 'office', name: 'Office' }, 'ann');
  expect(write._unsafeUnwrapErr()).toEqual(gone);
  expect((await store.check())._unsafeUnwrapErr()).toEqual(gone);
  expect((await search(store))._unsafeUnwrapErr()).toEqual(gone);
  expect(await exported(store)).toEqual(gone);
  expect(await readdir(folder)).toEqual(left);
});

it('acknowledges no write during which its file was deleted', async () => {
  const { store, path } = await openShop();
  await deleted(path);
  const outcomes = await Promise.all([store.projects.delete('shop', 'ann'), store.check()]);
  expect(outcomes.map((each) => each.isOk())).toEqual([false, false]);
});

it('serves again when its file is back', async () => {
  const { store, path } = await openShop();
  await rename(path, `${path}.moved`);
  expect((await store.check()).isErr()).toBe(true);
  await rename(`${path}.moved`, path);
  expect((await store.check()).isOk()).toBe(true);
  expect((await store.projects.delete('shop', 'ann')).isOk()).toBe(true);
});

it('serves on when the process goes to another folder', async () => {
  const path = await newPath();
  const before = cwd();
  chdir(dirname(path));
  const store = await openStore(basename(path)).finally(() => chdir(before));
  await registerShop(store);

  expect((await store.check()).isOk()).toBe(true);
  expect((await store.projects.delete('shop', 'ann')).isOk()).toBe(true);
  expect(await exported(store)).toBeUndefined();
});

it.each([
  [
    'on a read-only file system',
    'accessSync',
    () => {
      throw new Error('EROFS: read-only file system');
    },
    "the file can't be written",
  ],
  ['on a full disk', 'statfsSync', () => ({ bavail: 0, bsize: 4_096 }), 'the disk is full'],
] as const)('fails its check %s', async (_where, call, behaviour, message) => {
  const { store } = await openShop();
  expect((await store.check()).isOk()).toBe(true);
  vi.spyOn(fs, call).mockImplementation(behaviour);
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  expect((await store.check())._unsafeUnwrapErr()).toMatchObject({
    cause: { message: expect.stringContaining(message) },
  });
});
