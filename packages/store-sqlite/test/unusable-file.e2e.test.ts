import { copyFile, mkdtemp, open, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { migrateSqlite, openSqliteStore } from '../src/index.ts';
import { makeFile, newPath, openStore } from './open-store.ts';

function make(path: string, statements: string): void {
  const database = new DatabaseSync(path);
  database.exec(statements);
  database.close();
}

const errorOf = async (opened: ReturnType<typeof openSqliteStore>): Promise<unknown> =>
  (await opened).match(
    () => 'opened',
    (error) => error,
  );

describe('a file of another application', () => {
  const KYSELY = `
    create table kysely_migration (name text primary key, timestamp text not null);
    create table kysely_migration_lock (id text primary key, is_locked integer not null);`;

  it.each([
    ['tables', 'create table bookmarks (url text)'],
    ['a table with a name that Forewarn uses', 'create table events (id integer)'],
    ['a view', 'create view one as select 1'],
    ['its own journal', 'pragma journal_mode = wal; create table bookmarks (url text)'],
    ['migrations by the same library', `${KYSELY} insert into kysely_migration values ('a', 'b')`],
    ['no migration yet, by the same library', KYSELY],
  ])('with %s is refused and not changed', async (_what, statements) => {
    const path = await newPath();
    make(path, statements);
    const before = await readFile(path);

    const foreign = { type: 'SchemaMismatch', schema: 'foreign' };
    expect(await errorOf(openSqliteStore(path))).toEqual(foreign);
    expect((await migrateSqlite(path))._unsafeUnwrapErr()).toEqual(foreign);

    expect(await readdir(dirname(path))).toEqual(['forewarn.db']);
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  it('that has nothing in it yet is taken', async () => {
    const path = await newPath();
    make(path, 'create table gone (id integer); drop table gone');
    expect((await migrateSqlite(path))._unsafeUnwrap()).toContain('0001_search');
    await makeFile(path);
  });
});

// Of https://sqlite.org/fileformat.html: above 2 the file can be read but not written.
const WRITE_VERSION_OFFSET = 18;

async function overwrite(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'r+');
  await file.write(bytes, 0, bytes.length, offset);
  await file.close();
}

it('does not open a file that can be read but not written', async () => {
  const path = await newPath();
  await makeFile(path);
  await overwrite(path, WRITE_VERSION_OFFSET, Uint8Array.of(3));

  expect(await errorOf(openSqliteStore(path))).toMatchObject({
    type: 'StoreUnavailable',
    cause: { message: `${path}: attempt to write a readonly database` },
  });
});

it('opens a file while another process writes to it', async () => {
  const path = await newPath();
  await makeFile(path);
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  const store = await openStore(path);
  expect((await store.check()).isOk()).toBe(true);
  other.close();
});

describe('a damaged file', () => {
  let folder = '';
  let size = 0;
  const whole = (): string => join(folder, 'whole.db');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forewarn-sqlite-'));
    const store = (await openSqliteStore(whole()))._unsafeUnwrap();
    for (let index = 0; index < 50; index += 1) {
      await store.projects.register({ id: `project-${index}`, name: 'x'.repeat(200) }, 'ann');
    }
    await store.close();
    size = (await readFile(whole())).length;
  });

  afterAll(() => rm(folder, { recursive: true }));

  /** Damages a copy and opens it; returns the outcome. */
  async function openDamaged(damage: (path: string) => Promise<void>): Promise<string> {
    const path = join(folder, 'damaged.db');
    for (const each of [path, `${path}-wal`, `${path}-shm`]) await rm(each, { force: true });
    await copyFile(whole(), path);
    await damage(path);
    return (await openSqliteStore(path)).match(
      (store) => {
        void store.close();
        return 'opened';
      },
      ({ type }) => type,
    );
  }

  it('is refused if the damage is in its first page', async () => {
    const at = async (offset: number, bytes: Uint8Array): Promise<string> =>
      openDamaged((path) => overwrite(path, offset, bytes));
    expect(await at(0, Buffer.from('no database'))).toBe('StoreUnavailable');
    expect(await at(100, new Uint8Array(4_000).fill(0xff))).toBe('StoreUnavailable');
    expect(await openDamaged((path) => truncate(path, 5_000))).toBe('StoreUnavailable');
  });

  it.each([
    ['alter table projection rename column rule_version to other', 'StoreUnavailable'],
    ['delete from projection', 'StoreUnavailable'],
    ['drop table projection', 'SchemaMismatch'],
    ['delete from forewarn_migration', 'SchemaMismatch'],
    ['drop table forewarn_migration', 'SchemaMismatch'],
  ])('is refused after "%s"', async (statement, error) => {
    expect(await openDamaged(async (path) => make(path, statement))).toBe(error);
  });

  it('is opened or refused wherever the damage is, without an exception', async () => {
    const damages = fc.oneof(
      fc.record({
        offset: fc.nat(1 << 20),
        bytes: fc.uint8Array({ minLength: 1, maxLength: 600 }),
      }),
      fc.record({ offset: fc.nat(8_192), bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }) }),
    );
    await fc.assert(
      fc.asyncProperty(damages, fc.boolean(), async ({ offset, bytes }, isCut) => {
        const place = offset % size;
        const opened = await openDamaged((path) =>
          isCut ? truncate(path, place) : overwrite(path, place, bytes),
        );
        expect(opened).toMatch(/^(?:opened|StoreUnavailable|SchemaMismatch)$/);
      }),
      { numRuns: 100 },
    );
  });
});

it('opens a new file though another process begins to use it at the same moment', async () => {
  const path = await newPath();
  // What SQLite then throws at once, without the wait that was asked for.
  const busy = Object.assign(new Error('database is locked'), { errcode: 5 });
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  onTestFinished(() => exec.mockRestore());
  exec.mockImplementationOnce(() => {
    throw busy;
  });
  const store = await openStore(path);
  expect(exec.mock.results[0]?.value).toBe(busy);
  expect((await store.projects.list())._unsafeUnwrap()).toEqual([]);
});
