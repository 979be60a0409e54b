import { once } from 'node:events';
import { open, readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect } from 'vitest';
import { freePort } from '../../../../tools/postgres-server.ts';
import { inStore } from './place-store.ts';
import { type Place, test } from './place.ts';

const PASSWORD = 's3cret-p4ss';

const OLDER = 'the database has an older schema, or none: run "forewarn migrate" first';
const newer = (lacks: string): string =>
  `the database has the schema of a newer Forewarn, or of one with more capabilities: install that one; this one lacks ${lacks}`;
const FOREIGN =
  'DATABASE_URL: the database belongs to another application: name an empty one, or one of Forewarn';
const cannot = (reason: string): string =>
  `DATABASE_URL: can't use the store: ${reason}; correct the setting, or check that the store is available`;

/** A failed command, which prints only this line. */
const failsWith = (line: string, code = 1) => ({ code, stdout: '', stderr: `forewarn: ${line}\n` });

/** The same, for a line with paths in the folder of the place. */
const failsIn = ({ folder }: Place, line: string) => failsWith(line.replaceAll('FOLDER', folder));

const inFile = (place: Place, name: string, statements: string): void => {
  const database = new DatabaseSync(join(place.folder, name));
  database.exec(statements);
  database.close();
};

const overwrite = async (place: Place, offset: number, bytes: Uint8Array): Promise<void> => {
  const file = await open(join(place.folder, 'forewarn.db'), 'r+');
  await file.write(bytes, 0, bytes.length, offset);
  await file.close();
};

describe('a SQLite store that forewarn can not use', () => {
  test.for<readonly [string, string, (place: Place) => Promise<void> | void]>([
    [
      'a newer schema',
      newer('9'),
      (place) => inFile(place, 'forewarn.db', `insert into forewarn_migration values ('9', 'x')`),
    ],
    [
      'a damaged file',
      cannot('FOLDER/forewarn.db: database disk image is malformed: restore a backup'),
      (place) => overwrite(place, 100, new Uint8Array(3_000).fill(0xff)),
    ],
  ])('has %s', async ([, line, spoil], { place }) => {
    await inStore(place, async () => {});
    await spoil(place);

    for (const command of ['serve', 'export']) {
      expect(await place.run([command], { env: { PORT: '0' } })).toStrictEqual(
        failsIn(place, line),
      );
    }
  });

  test.for([
    ['a file of another application', 'other.db', FOREIGN],
    [
      'a missing folder',
      'no/forewarn.db',
      'FOLDER/no/forewarn.db: the folder FOLDER/no does not exist',
    ],
    ['not a database', 'notes.txt', 'FOLDER/notes.txt: file is not a database'],
    ['a folder', '.', 'FOLDER: is a folder, not a file'],
  ] as const)('is %s, and stays unchanged', async ([, path, line], { place }) => {
    const garbage = 'no database at all\n'.repeat(100);
    await place.write({ 'notes.txt': garbage });
    inFile(place, 'other.db', 'create table bookmarks (url text)');

    const ended = await place.run(['serve'], {
      env: { PORT: '0', DATABASE_URL: `sqlite:${path}` },
    });

    expect(ended).toStrictEqual(failsIn(place, line === FOREIGN ? line : cannot(line)));
    expect((await readdir(place.folder)).toSorted()).toEqual(['notes.txt', 'other.db']);
    expect(await readFile(join(place.folder, 'notes.txt'), 'utf8')).toBe(garbage);
  });
});

describe('a Postgres store that forewarn can not use', () => {
  test('has no schema', async ({ place, database }) => {
    for (const command of ['serve', 'export']) {
      const env = { PORT: '0', DATABASE_URL: database };
      expect(await place.run([command], { env })).toStrictEqual(failsWith(OLDER));
    }
  });

  test.for([
    ['has no database', '/nothing', '', 'database "nothing" does not exist'],
    ['has no schema in the path', '', 'nowhere', "no schema of the role's search_path exists"],
  ] as const)('%s', async ([, pathname, schema, line], { place, database }) => {
    const url = new URL(database);
    url.password = PASSWORD;
    if (pathname !== '') url.pathname = pathname;
    if (schema !== '') url.searchParams.set('options', `-csearch_path=${schema}`);

    const ended = await place.run(['export'], { env: { DATABASE_URL: url.href } });

    expect(ended).toStrictEqual(failsWith(cannot(line)));
  });

  test.for(['127.0.0.1', 'localhost'])('does not respond at %s', async (host, { place }) => {
    const DATABASE_URL = `postgres://me:${PASSWORD}@${host}:${await freePort()}/flags`;

    const { code, stdout, stderr } = await place.run(['keys', 'list'], { env: { DATABASE_URL } });

    expect({ code, stdout }).toStrictEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^forewarn: DATABASE_URL: can't use the store: .*ECONNREFUSED.*; correct the setting, .*\n$/,
    );
    expect(stderr).not.toContain(PASSWORD);
  });
});

const LOCATIONS = 'postgres://…, sqlite:PATH or memory:';
const LOST = 'postgres://… or sqlite:PATH: a store in memory would end with this command';
test.for([
  ['serve', 'DATABASE_URL', `mysql://me:${PASSWORD}@db/flags`, LOCATIONS],

  ['import -', 'DATABASE_URL', 'memory:', LOST],
  ['export', 'DATABASE_URL', 'memory:', LOST],
] as const)('%s refuses %s=%s', async ([typed, variable, value, expected], { place }) => {
  const ended = await place.run(typed.split(' '), { env: { [variable]: value } });

  expect(ended).toStrictEqual(failsWith(`${variable}: expected ${expected}`, 2));
  expect(await readdir(place.folder)).toEqual([]);
});

test('serve reports a port in use on one line, and creates no key', async ({ place }) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const reason = `listen EADDRINUSE: address already in use 127.0.0.1:${port}`;

  expect(await place.run(['serve', '--sample'], { env: { PORT: String(port) } })).toStrictEqual(
    failsWith(`PORT: can't listen: ${reason}; set another port, or stop the program that uses it`),
  );

  taken.close();
  expect((await place.run(['keys', 'list'])).stdout).toBe('');
});
