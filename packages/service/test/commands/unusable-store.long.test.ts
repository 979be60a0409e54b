import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../../tools/postgres-server.ts';
import { makeDatabase, makePlace } from './place.ts';

const REMEDY = 'correct the setting, or check that the store is available';
const PASSWORD = 's3cret-p4ss';

const oneLine = (text: string) => ({ stdout: '', stderr: `forewarn: ${text}\n` });

describe.concurrent('a command prints the reason on one line when its store', () => {
  test.for([['import', '-'], ['export']])(
    'is in memory: %j would lose its work',
    async (args, { onTestFinished }) => {
      const place = await makePlace(onTestFinished);
      expect(await place.start(args, { env: { DATABASE_URL: 'memory:' } })).toStrictEqual({
        code: 2,
        ...oneLine(
          'DATABASE_URL: expected postgres://… or sqlite:PATH: a store in memory would end with this command',
        ),
      });
    },
  );

  test('or another setting is wrong, for every command', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const [exported, migrated] = await Promise.all([
      place.start(['export'], { env: { PORT: 'http' } }),
      place.start(['migrate'], { env: { DATABASE_URL: `postgres://me:${PASSWORD}@db:x/flags` } }),
    ]);

    expect(exported).toStrictEqual({
      code: 2,
      ...oneLine('PORT: expected a whole number from 0 to 65535'),
    });
    expect(migrated).toStrictEqual({
      code: 2,
      ...oneLine('DATABASE_URL: expected postgres://…, sqlite:PATH or memory:'),
    });
    expect(await readdir(place.folder)).toEqual([]);
  });

  test('is a Postgres that does not respond; the password is not printed', async ({
    onTestFinished,
  }) => {
    const place = await makePlace(onTestFinished);
    const port = await freePort();
    const hosts = ['127.0.0.1', 'localhost'];

    const ended = await Promise.all(
      hosts.map((host) =>
        place.start(['keys', 'list'], {
          env: { DATABASE_URL: `postgres://me:${PASSWORD}@${host}:${port}/flags` },
        }),
      ),
    );

    for (const { code, stdout, stderr } of ended) {
      expect({ code, stdout }).toStrictEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^forewarn: DATABASE_URL: can't use the store: .*ECONNREFUSED.*; correct the setting, .*\n$/,
      );
      expect(stderr).not.toContain(PASSWORD);
    }
  });

  test('is a Postgres without the database or the schema', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const postgresUrl = await makeDatabase(onTestFinished);
    const other = new URL(postgresUrl);
    other.pathname = '/no-such-database';
    other.password = PASSWORD;

    const [noSchema, noDatabase] = await Promise.all([
      place.start(['export'], { env: { DATABASE_URL: postgresUrl } }),
      place.start(['export'], { env: { DATABASE_URL: other.href } }),
    ]);

    expect(noSchema).toStrictEqual({
      code: 1,
      ...oneLine('the database has an older schema, or none: run "forewarn migrate" first'),
    });
    expect(noDatabase).toStrictEqual({
      code: 1,
      ...oneLine(
        `DATABASE_URL: can't use the store: database "no-such-database" does not exist; ${REMEDY}`,
      ),
    });
  });

  test('is not a database or not a file, which stays unchanged', async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const garbage = 'no database at all\n'.repeat(100);
    await place.write({ 'notes.txt': garbage });

    const [text, folder, nowhere] = await Promise.all(
      ['sqlite:notes.txt', 'sqlite:.', 'sqlite:no/such/folder.db'].map((DATABASE_URL) =>
        place.start(['import', '-'], { env: { DATABASE_URL }, input: '[]' }),
      ),
    );

    const says = (reason: string) => ({
      code: 1,
      ...oneLine(`DATABASE_URL: can't use the store: ${reason}; ${REMEDY}`),
    });
    expect(text).toStrictEqual(says('notes.txt: file is not a database'));
    expect(folder).toStrictEqual(says('.: is a folder, not a file'));
    expect(nowhere).toStrictEqual(says('no/such/folder.db: the folder no/such does not exist'));
    expect(await readdir(place.folder)).toEqual(['notes.txt']);
    expect(await readFile(join(place.folder, 'notes.txt'), 'utf8')).toBe(garbage);
  });
});
