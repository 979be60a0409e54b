import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../src/index.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-mode-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** The modes of all files of a store while it is open and was written to. */
async function modesIn(folder: string, id = 'shop'): Promise<Readonly<Record<string, string>>> {
  const store = (await openSqliteStore(join(folder, 'forewarn.db')))._unsafeUnwrap();
  try {
    (await store.projects.register({ id, name: id }, 'ann'))._unsafeUnwrap();
    const names = (await readdir(folder)).toSorted();
    const modes = await Promise.all(
      names.map(async (name) => {
        const { mode } = await stat(join(folder, name));
        return [name, (mode & 0o777).toString(8)] as const;
      }),
    );
    return Object.fromEntries(modes);
  } finally {
    await store.close();
  }
}

const all = (mode: string) => ({
  'forewarn.db': mode,
  'forewarn.db-shm': mode,
  'forewarn.db-wal': mode,
});

it('lets only its owner read and write a new file and those beside it', async () => {
  const folder = await newFolder();
  expect(await modesIn(folder)).toEqual(all('600'));
  expect(await modesIn(folder, 'again')).toEqual(all('600'));
});

it('keeps the mode of a file that is there, for those beside it, too', async () => {
  const folder = await newFolder();
  const path = join(folder, 'forewarn.db');
  await writeFile(path, '');
  await chmod(path, 0o640);
  expect(await modesIn(folder)).toEqual(all('640'));
});
