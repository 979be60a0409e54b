import { execFile } from 'node:child_process';
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { newPath } from './open-store.ts';

/** The modes of all files of a store while it is open and was written to. */
async function modesAt(path: string, id = 'shop'): Promise<Readonly<Record<string, string>>> {
  const store = (await openSqliteStore(path))._unsafeUnwrap();
  const folder = dirname(path);
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
  const path = await newPath();
  expect(await modesAt(path)).toEqual(all('600'));
  expect(await modesAt(path, 'again')).toEqual(all('600'));
});

it('keeps the mode of a file that is there, for those beside it, too', async () => {
  const path = await newPath();
  await writeFile(path, '');
  await chmod(path, 0o640);
  expect(await modesAt(path)).toEqual(all('640'));
});

const OPEN = `import { openSqliteStore } from '${import.meta.resolve('../src/index.ts')}';
process.stdout.write((await openSqliteStore(process.argv[1]))._unsafeUnwrapErr().cause.message);`;

it('says so if it may not write a file, in a folder that all may write', async () => {
  const path = await newPath();
  await writeFile(path, '');
  await chmod(path, 0o400);
  await chmod(dirname(path), 0o777);
  const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const args = ['--conditions=@forewarn/source', '--input-type=module', '-e', OPEN, path];

  const { stdout } = await promisify(execFile)(process.execPath, args, other);

  expect(stdout).toBe(
    `${path}: no permission to read and write it, or to make files in ${dirname(path)}`,
  );
});
