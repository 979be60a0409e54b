import { DatabaseSync } from 'node:sqlite';
import { RULE_VERSION, type ScheduledChangeRequest, type Store } from '@forewarn/core';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { migrateSqlite, openSqliteStore } from '../src/index.ts';
import { migrations } from '../src/migrations.ts';
import { openDatabase } from '../src/sqlite-database.ts';
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

const listing = (id: number, action: string, payload?: unknown): ScheduledChangeRequest => {
  const change = { action, ...(payload === undefined ? {} : { payload }) };
  return { ...scheduled(id), features: [{ name: 'checkout', changes: [change] }] };
};

/** Migrates a file, and returns the migrations that ran and the progress. */
async function migrate(path: string) {
  const told: (readonly number[])[] = [];
  const migrated = await migrateSqlite(path, (done, total) => void told.push([done, total]));
  return { ran: migrated._unsafeUnwrap(), told };
}

const REBUILD = `projection-${RULE_VERSION}`;

/** The migrations from one on. */
const since = (first: string) => Object.keys(migrations).filter((name) => name >= first);

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
  with recursive ids(id) as (values (2) union all select id + 1 from ids where id < 12000)
  insert into change_requests (project_id, id, environment, body, rule_version)
  select 'shop', ids.id, 'production', json_set(body, '$.id', ids.id), ${OLDER} from ids, change_requests;`;

it('rebuilds the projection of many change requests in batches, and reports progress', async () => {
  const path = await fileWith(scheduled(1));
  execute(path, `${MANY} delete from touches; ${OLDER_RULE}`);

  const told = [10_000, 12_000].map((done) => [done, 12_000]);
  expect(await migrate(path)).toEqual({ ran: [REBUILD], told });
  expect(await search(path)).toHaveLength(12_000);
});

/** The statements that made the indexes, in one form. */
const indexesIn = (path: string): readonly string[] =>
  withinFile(path, (file) => file.prepare(INDEXES).all()).map(({ text }) =>
    String(text).replaceAll('"', '').replaceAll(/\s+/g, ' '),
  );
const INDEXES = "select sql as text from sqlite_master where type = 'index' order by name";

it.each([
  ['where it was cut off', 10_000, [[2_000, 2_000]]],
  ['that was cut off before it made the indexes again', 12_000, []],
])('goes on with a rebuild %s', async (_where, cutOffAt, told) => {
  const path = await fileWith(scheduled(1));
  const made = indexesIn(path);
  execute(path, `${MANY} ${OLDER_RULE}`);
  const cutOff = new Error('cut off');
  const migrated = migrateSqlite(path, (done) => {
    if (done === cutOffAt) throw cutOff;
  });
  await expect(migrated).rejects.toBe(cutOff);
  expect(indexesIn(path).length).toBe(made.length - 4);

  expect(await migrate(path)).toEqual({ ran: [REBUILD], told });
  expect(await search(path)).toHaveLength(12_000);
  expect(indexesIn(path)).toEqual(made);
});

it('refuses what a writer records that does not know the version of the rule', async () => {
  const path = await fileWith(scheduled(1));
  const insert = `insert into change_requests (project_id, id, environment, title, body)
    values ('shop', %, 'production', null, '{}')`;
  const replace = `${insert} on conflict (project_id, id) do update set body = excluded.body`;
  for (const [id, statement] of [insert, replace].entries()) {
    const old = statement.replace('%', String(2 - id));
    expect(() => execute(path, old)).toThrow(
      'NOT NULL constraint failed: change_requests.rule_version',
    );
  }
});

it('does not migrate a file that another process has open', async () => {
  const path = await olderFile('0007_rule_of_each_change_request', scheduled(0));
  const older = new DatabaseSync(path);
  older.prepare('select id from projects').get();
  const inUse = { type: 'SchemaMismatch', schema: 'in-use' };

  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toEqual(inUse);
  expect((await migrateSqlite(path))._unsafeUnwrapErr()).toEqual(inUse);
  older.exec(`insert into projects (id, name) values ('late', 'Late')`);
  older.close();
  expect(await search(path)).toEqual([{ id: 0, environment: 'production' }]);
});

it('opens a file that several processes find older at once', async () => {
  const path = await olderFile('0007_rule_of_each_change_request', scheduled(0));
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

/** A file as the version before a migration made it, with the change requests in a project `shop`. */
async function olderFile(
  newer: string,
  ...bodies: readonly ScheduledChangeRequest[]
): Promise<string> {
  const path = await newPath();
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < newer));
  const db = openDatabase(path);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => older } });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await sql`insert into projects (id, name) values ('shop', 'Shop')`.execute(db);
  for (const [id, body] of bodies.entries()) {
    await sql`
      insert into change_requests (project_id, id, environment, title, body)
      values ('shop', ${id}, 'production', ${body.title ?? null}, ${JSON.stringify(body)})`.execute(
      db,
    );
  }
  await db.destroy();
  return path;
}

it('adds what an impact needs to an older file', async () => {
  const older = [scheduled(0), listing(1, 'unheardOf')];
  const path = await olderFile('0003_impact', ...older);

  expect((await migrate(path)).ran).toEqual([
    'forewarn_migration',
    ...since('0003_impact'),
    REBUILD,
  ]);
  const store = await openStore(path);
  const asked = [{ target: checkout[0] }, { target: { kind: 'segment', id: 1 } }] as const;
  const found = await store.reader.impact({ asked, projectIds: ['shop'] });

  expect(found._unsafeUnwrap()).toEqual({
    projects: [{ projectId: 'shop', coverage: { kind: 'none' } }],
    hasOtherProjects: false,
    targets: [
      { count: 2, touching: older, isDoubtful: false, doubtful: [] },
      { count: 0, touching: [], isDoubtful: true, doubtful: [older[1]] },
    ],
  });
});

it('adds what a listing needs to an older file', async () => {
  const late = { status: 'failed', scheduledAt: '2030-01-01T00:00:00Z' } as const;
  const [first, second] = [
    { ...scheduled(1), schedule: { ...late, scheduledAt: '2029-01-01T00:00Z' } },
    { ...scheduled(0), schedule: late },
  ];
  const path = await olderFile('0005_listing', second, first);
  execute(path, `update projection set rule_version = ${OLDER}`);

  expect((await migrate(path)).ran).toEqual([
    'forewarn_migration',
    ...since('0005_listing'),
    REBUILD,
  ]);
  const store = await openStore(path);
  const query = { projectIds: ['shop'], limit: 9, maxBytes: 10_000, needAttentionAt: 0 };
  const { changeRequests } = (await store.reader.list(query))._unsafeUnwrap();
  expect(changeRequests).toEqual([first, second]);
});

it('has no projection to rebuild for an older file without change requests', async () => {
  const path = await olderFile('0004_leases');
  expect((await migrate(path)).ran).toEqual(['forewarn_migration', ...since('0004_leases')]);
});

it('does not make a project of an older file live with the first change request', async () => {
  const path = await olderFile('0008_imported_projects');
  const store = await openStore(path);

  (await store.writer.put(scheduled(1), 'ann'))._unsafeUnwrap();

  const [project] = (await store.projects.list())._unsafeUnwrap();
  expect(project?.coverage).toEqual({ kind: 'none' });
});

it('does not open a file of a newer rule or a newer schema', async () => {
  const path = await fileWith();
  const newer = { type: 'SchemaMismatch', schema: 'newer' };
  execute(path, `update projection set rule_version = ${RULE_VERSION + 1}`);
  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toEqual(newer);

  execute(
    path,
    `update projection set rule_version = ${RULE_VERSION};
    insert into forewarn_migration values ('9999_later', '2030-01-01')`,
  );
  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toEqual(newer);
});

it('keeps the rows of an older file, and a delete still removes what refers to them', async () => {
  const titled = { ...scheduled(0), title: 'T' };
  const path = await olderFile('0003_impact', titled);
  execute(path, `insert into strategies values ('own', 1, '{"name":"own"}')`);
  const { reader, strategies } = await openStore(path);

  const found = await reader.find({ projectId: 'shop', id: 0 });
  expect(found._unsafeUnwrap()).toEqual(titled);
  const summaries = (await reader.search({ projectId: 'shop', anyOf: checkout }))._unsafeUnwrap();
  expect(summaries.changeRequests).toEqual([{ id: 0, environment: 'production', title: 'T' }]);
  expect((await strategies.find('own'))._unsafeUnwrap()).toEqual({ name: 'own' });

  const file = new DatabaseSync(path);
  onTestFinished(() => file.close());
  file.exec(`delete from projects where id = 'shop'`);
  for (const table of ['change_requests', 'touches', 'doubts']) {
    expect(file.prepare(`select count(*) as n from ${table}`).get()).toEqual({ n: 0 });
  }
});

it('never reads a row with a long text to compare a key, also in an older file', async () => {
  const path = await olderFile('0003_impact');
  await migrate(path);
  const longRows = 'select name from pragma_table_list where wr = 1 order by name';
  expect(withinFile(path, (file) => file.prepare(longRows).all()).map(({ name }) => name)).toEqual([
    'api_keys',
    'deletions',
    'doubts',
    'known_name_lists',
    'known_names',
    'leases',
    'missing_names',
    'projects',
    'touches',
  ]);
});
