import { execFile } from 'node:child_process';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { expect, it, onTestFinished } from 'vitest';
import { migrateSqlite, openSqliteStore } from '../src/index.ts';
import { newPath, openStore, registerShop, scheduled, withinFile } from './open-store.ts';

const checkout = [{ kind: 'feature', name: 'checkout' }] as const;

const OLDER = RULE_VERSION - 1;
const OLDER_RULE = `
  update change_requests set rule_version = ${OLDER}; update projection set rule_version = ${OLDER};`;

/** A file with change requests in a project `shop`. */
async function fileWith(...changeRequests: readonly ScheduledChangeRequest[]) {
  const path = await newPath();
  await withStore(path, async ({ projects, writer }) => {
    await registerShop({ projects });
    for (const each of changeRequests) (await writer.put(each, 'ann'))._unsafeUnwrap();
  });
  return path;
}

async function withStore<T>(path: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = (await openSqliteStore(path))._unsafeUnwrap();
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Runs statements on a connection of its own. */
const execute = (path: string, statements: string): void =>
  withinFile(path, (file) => file.exec(statements));

const search = (path: string) =>
  withStore(path, async ({ reader }) => {
    const query = { projectId: 'shop', anyOf: checkout };
    return (await reader.search(query))._unsafeUnwrap().changeRequests;
  });

/** Migrates a file, and returns the migrations that ran and the progress. */
async function migrate(path: string) {
  const told: (readonly number[])[] = [];
  const migrated = await migrateSqlite(path, (done, total) => void told.push([done, total]));
  return { ran: migrated._unsafeUnwrap(), told };
}

const REBUILD = `projection-${RULE_VERSION}`;

it('projects what an older rule made again', async () => {
  const path = await fileWith(scheduled(1));
  execute(path, `delete from touches; ${OLDER_RULE}`);

  expect(await search(path)).toEqual([{ id: 1, environment: 'production' }]);
  expect((await migrate(path)).ran).toEqual([]);
});

it('rebuilds what another rule made of one change request, and nothing else', async () => {
  const path = await fileWith(scheduled(1), scheduled(2));
  const older = `update change_requests set rule_version = ${OLDER} where id = 1`;
  execute(path, `delete from touches; ${older}`);

  expect((await migrate(path)).ran).toEqual([REBUILD]);
  expect(await search(path)).toEqual([{ id: 1, environment: 'production' }]);
});

const MANY = `
  with recursive ids(id) as (values (2) union all select id + 1 from ids where id < 3000)
  insert into change_requests 
    (project_id, id, environment, body, scheduled_at, has_trouble, rule_version)
  select 'shop', ids.id, 'production', json_set(body, '$.id', ids.id), scheduled_at, 0, ${OLDER} from ids, change_requests;`;

it('rebuilds in batches with progress, and goes on where it was cut off', async () => {
  const path = await fileWith(scheduled(1));
  execute(path, `${MANY} ${OLDER_RULE}`);
  const cutOff = new Error('cut off');
  const migrated = migrateSqlite(path, () => {
    throw cutOff;
  });
  await expect(migrated).rejects.toBe(cutOff);

  expect(await migrate(path)).toEqual({
    ran: [REBUILD],
    told: [1_000, 2_000].map((done) => [done, 2_000]),
  });
  expect(await search(path)).toHaveLength(3_000);
});

it('does not migrate a file that another process has open', async () => {
  const path = await fileWith(scheduled(1));
  execute(path, OLDER_RULE);
  const older = new DatabaseSync(path);
  older.prepare('select id from projects').get();
  const inUse = { type: 'SchemaMismatch', schema: 'in-use' };

  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toEqual(inUse);
  expect((await migrateSqlite(path))._unsafeUnwrapErr()).toEqual(inUse);
  older.exec(`insert into projects (id, name) values ('late', 'Late')`);
  older.close();
  expect(await search(path)).toEqual([{ id: 1, environment: 'production' }]);
});

it('keeps a file from the migrations of others when it is opened twice', async () => {
  const path = await newPath();
  await openStore(path);
  await openStore(path);
  const alone = `new (require('node:sqlite').DatabaseSync)(process.argv[1])
    .exec('pragma locking_mode = exclusive; select 1 from projects')`;

  const other = promisify(execFile)(process.execPath, ['-e', alone, path]);

  await expect(other).rejects.toThrow('database is locked');
});

it('opens a file that several processes find older at once', async () => {
  const path = await fileWith(scheduled(1));
  execute(path, OLDER_RULE);
  const opened = await Promise.all([1, 2, 3].map(() => openSqliteStore(path)));
  for (const each of opened) if (each.isOk()) onTestFinished(() => each.value.close());
  expect(opened.map((each) => each.isErr() && each.error)).toEqual([false, false, false]);
});

it('keeps other processes from a file while it migrates it', async () => {
  const path = await fileWith(scheduled(1));
  execute(path, OLDER_RULE);
  const read = () => execute(path, 'select id from projects');

  const migrated = await migrateSqlite(path, () => {
    expect(read).toThrow('database is locked');
  });
  expect(migrated.isOk()).toBe(true);
  expect(read).not.toThrow();
});

it('rebuilds all that the rule makes of a change request', async () => {
  const doubtful = { name: 'checkout', changes: [{ action: 'unheardOf' }] };
  const schedule = { status: 'failed', scheduledAt: '2030-01-01T00:00:00Z' } as const;
  const recorded = { ...scheduled(1), features: [doubtful], schedule };
  const path = await fileWith(recorded);
  execute(
    path,
    `delete from touches; delete from doubts; ${OLDER_RULE}
    update change_requests set scheduled_at = 0, status = null, has_trouble = 0`,
  );

  const { reader } = await openStore(path);
  const asked = [...checkout, { kind: 'segment', id: 1 } as const].map((target) => ({ target }));
  const { targets } = (await reader.impact({ asked, projectIds: ['shop'] }))._unsafeUnwrap();
  expect(targets).toMatchObject([{ touching: [recorded] }, { doubtful: [recorded] }]);
  const query = { projectIds: ['shop'], limit: 9, maxBytes: 10_000, needAttentionAt: 0 };
  expect((await reader.list(query))._unsafeUnwrap().changeRequests).toEqual([recorded]);
});

it('runs the migrations that an older file lacks', async () => {
  const path = await fileWith(scheduled(1));
  const newest = '0003_impact';
  execute(
    path,
    `drop table doubts; drop table known_name_lists; drop table known_names;
    delete from forewarn_migration where name = '${newest}'`,
  );

  expect((await migrate(path)).ran).toEqual([newest]);
  expect(await search(path)).toHaveLength(1);
});

it('does not open a file of a newer rule or a newer schema', async () => {
  const path = await fileWith();
  const newer = { type: 'SchemaMismatch', schema: 'newer' };
  execute(path, `update projection set rule_version = ${RULE_VERSION + 1}`);
  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toEqual({
    ...newer,
    lacks: [`projection-${RULE_VERSION + 1}`],
  });

  execute(
    path,
    `update projection set rule_version = ${RULE_VERSION};
    insert into forewarn_migration values ('9998_adds', '2030-01-01'), ('9999_later', '2030-01-01')`,
  );
  const lacking = { ...newer, lacks: ['9999_later'] };
  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toEqual(lacking);
});

it('opens and migrates a file to which a newer version only added', async () => {
  const path = await fileWith(scheduled(1));
  execute(
    path,
    `alter table projects add column later text;
    insert into forewarn_migration values ('9999_later_adds', '2026-01-01')`,
  );
  expect((await migrate(path)).ran).toEqual([]);
  expect(await search(path)).toHaveLength(1);

  execute(
    path,
    `drop table doubts; drop table known_name_lists; drop table known_names;
    delete from forewarn_migration where name = '0003_impact'`,
  );
  expect((await migrate(path)).ran).toEqual(['0003_impact']);
  expect(await search(path)).toHaveLength(1);
});

it('never reads a row with a long text to compare a key', async () => {
  const path = await fileWith();
  const longRows = 'select name from pragma_table_list where wr = 1 order by name';
  expect(withinFile(path, (file) => file.prepare(longRows).all()).map(({ name }) => name)).toEqual([
    'deletions',
    'doubts',
    'known_name_lists',
    'known_names',
    'projects',
    'touches',
  ]);
});
