import { once } from 'node:events';
import { open, readdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migratePostgres } from '@forewarn/store-postgres';
import pg from 'pg';
import { describe, expect, test, type TestContext } from 'vitest';
import { startService } from '../http/running-service.ts';
import { makeDatabase, makePlace, type Place } from './place.ts';
import { inStore } from './place-store.ts';

type OnTestFinished = TestContext['onTestFinished'];

// Each test starts a process, and they run concurrently.
const SLOW = { timeout: 60_000 };

const OLDER = 'the database has an older schema, or none: run "forewarn migrate" first';
const NEWER = 'the database has the schema of a newer Forewarn: install that version';
const FOREIGN =
  'DATABASE_URL: the database belongs to another application: name an empty one, or one of Forewarn';
const cannot = (reason: string): string =>
  `DATABASE_URL: can't use the store: ${reason}; correct the setting, or check that the store is available`;

/** A failed start, which prints only this line. */
const failsWith = (line: string, code = 1) => ({ code, stdout: '', stderr: `forewarn: ${line}\n` });

describe.concurrent(
  'forewarn serve on SQLite does not start, and prints the reason on one line, for',
  SLOW,
  () => {
    const inFile = (place: Place, statements: string): void => {
      const database = new DatabaseSync(join(place.folder, 'forewarn.db'));
      database.exec(statements);
      database.close();
    };
    const overwrite = async (place: Place, offset: number, bytes: Uint8Array): Promise<void> => {
      const file = await open(join(place.folder, 'forewarn.db'), 'r+');
      await file.write(bytes, 0, bytes.length, offset);
      await file.close();
    };

    test.for<readonly [string, string, (place: Place) => Promise<void> | void]>([
      [
        'a newer schema',
        NEWER,
        (place) => inFile(place, `insert into kysely_migration values ('9999_later', 'x')`),
      ],
      [
        'a damaged file',
        cannot('./forewarn.db: database disk image is malformed'),
        (place) => overwrite(place, 100, new Uint8Array(3_000).fill(0xff)),
      ],
      [
        // SQLite opens a file whose write version is above 2 as read-only.
        'a file that is read-only',
        cannot('./forewarn.db: attempt to write a readonly database'),
        (place) => overwrite(place, 18, Uint8Array.of(3)),
      ],
    ])('%s', async ([, line, spoil], { onTestFinished }) => {
      const place = await makePlace(onTestFinished);
      await inStore(place, async () => {});
      await spoil(place);
      expect(await place.run(['serve'], { env: { PORT: '0' } })).toStrictEqual(failsWith(line));
    });

    test.for([
      ['a file of another application', 'sqlite:other.db', FOREIGN],
      [
        'a missing folder',
        'sqlite:no/forewarn.db',
        cannot('no/forewarn.db: the folder no does not exist'),
      ],
    ] as const)('%s', async ([, DATABASE_URL, line], { onTestFinished }) => {
      const place = await makePlace(onTestFinished);
      const other = new DatabaseSync(join(place.folder, 'other.db'));
      other.exec('create table bookmarks (url text)');
      other.close();
      const env = { PORT: '0', DATABASE_URL };
      expect(await place.run(['serve'], { env })).toStrictEqual(failsWith(line));
      expect((await readdir(place.folder)).toSorted()).toEqual(['other.db']);
    });
  },
);

test.concurrent(
  'forewarn serve on SQLite migrates an older schema',
  SLOW,
  async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    await inStore(place, async () => {});
    const path = join(place.folder, 'forewarn.db');
    const database = new DatabaseSync(path);
    database.exec('update projection set rule_version = 0');
    database.close();
    const service = await startService({ DATABASE_URL: `sqlite:${path}` });
    expect(await service.end('SIGTERM')).toEqual({ code: 0 });
    const migrated = new DatabaseSync(path);
    onTestFinished(() => migrated.close());
    expect(migrated.prepare('select rule_version > 0 as is_new from projection').get()).toEqual({
      is_new: 1,
    });
  },
);

describe.concurrent(
  'forewarn serve on Postgres does not start, and prints the reason on one line, for',
  SLOW,
  () => {
    const start = async (onTestFinished: OnTestFinished, DATABASE_URL: string) => {
      const place = await makePlace(onTestFinished);
      return place.run(['serve'], { env: { PORT: '0', DATABASE_URL } });
    };
    const inDatabase = async (url: string, statements: string): Promise<void> => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(statements);
      await client.end();
    };

    test.for([
      ['an older rule', true, 'update projection set rule_version = rule_version - 1', OLDER],
      ['a newer rule', true, 'update projection set rule_version = rule_version + 1', NEWER],
      ['tables of another application', false, 'create table events (id integer)', FOREIGN],
    ] as const)('%s', async ([, isMigrated, statements, line], { onTestFinished }) => {
      const url = await makeDatabase(onTestFinished);
      if (isMigrated) (await migratePostgres({ connectionString: url }))._unsafeUnwrap();
      await inDatabase(url, statements);
      expect(await start(onTestFinished, url)).toStrictEqual(failsWith(line));
    });

    test('a missing schema in the path', async ({ onTestFinished }) => {
      const url = new URL(await makeDatabase(onTestFinished));
      url.searchParams.set('options', '-csearch_path=nowhere');
      expect(await start(onTestFinished, url.href)).toStrictEqual(
        failsWith(cannot("no schema of the role's search_path exists")),
      );
    });
  },
);

test.concurrent(
  'reports a port in use on one line, and creates no key',
  SLOW,
  async ({ onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const reason = `listen EADDRINUSE: address already in use 127.0.0.1:${port}`;
    expect(await place.start(['serve', '--sample'], { env: { PORT: String(port) } })).toStrictEqual(
      failsWith(
        `PORT: can't listen: ${reason}; set another port, or stop the program that uses it`,
      ),
    );
    taken.close();
    expect((await place.run(['keys', 'list'])).stdout).toBe('');
  },
);

test.concurrent.for([
  ['DATABASE_URL', 'mysql://me:s3cret@db/flags', 'postgres://…, sqlite:PATH or memory:'],
  ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
] as const)(
  'reports a wrong %s on one line, and creates no file',
  SLOW,
  async ([variable, value, expected], { onTestFinished }) => {
    const place = await makePlace(onTestFinished);
    expect(await place.run(['serve'], { env: { [variable]: value } })).toStrictEqual(
      failsWith(`${variable}: expected ${expected}`, 2),
    );
    expect(await readdir(place.folder)).toEqual([]);
  },
);
