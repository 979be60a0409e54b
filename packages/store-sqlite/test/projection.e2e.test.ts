import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RULE_VERSION, type ScheduledChangeRequest } from '@forewarn/core';
import { migrateSchema } from '@forewarn/store-sql';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrateSqlite, openSqliteStore } from '../src/index.ts';
import { migrations } from '../src/migrations.ts';
import { openDatabase } from '../src/sqlite-database.ts';
import { sqliteJsonRows } from '../src/sqlite-json-rows.ts';

const checkout = [{ kind: 'feature', name: 'checkout' }] as const;

async function storeWithOneChangeRequest() {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-sqlite-'));
  const path = join(folder, 'forewarn.db');
  const store = (await openSqliteStore(path))._unsafeUnwrap();
  const file = new DatabaseSync(path);
  onTestFinished(async () => {
    file.close();
    await store.close();
    await rm(folder, { recursive: true });
  });
  await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann');
  const features = [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }];
  const where = { project: 'shop', environment: 'production' };
  const changeRequest = { id: 1, ...where, state: 'Scheduled', features, segments: [] } as const;
  (await store.writer.put(changeRequest, 'ann'))._unsafeUnwrap();
  const search = async () =>
    (await store.reader.search({ projectId: 'shop', anyOf: checkout }))._unsafeUnwrap()
      .changeRequests;
  return { path, file, store, search };
}

it('rebuilds the projection that an older rule made', async () => {
  const { path, file, search } = await storeWithOneChangeRequest();
  file.exec('delete from touches; update projection set rule_version = 0');
  expect(await search()).toEqual([]);

  const reopened = (await openSqliteStore(path))._unsafeUnwrap();
  await reopened.close();
  expect(await search()).toEqual([{ id: 1, environment: 'production' }]);
  expect((await migrateSqlite(path))._unsafeUnwrap()).toEqual([]);
});

it('finds the parent of a dependency that rule 1 recorded', async () => {
  const { path, file, store } = await storeWithOneChangeRequest();
  const changes = [{ action: 'addDependency', payload: { feature: 'payments' } }];
  const features = [{ name: 'checkout', changes }];
  const where = { project: 'shop', environment: 'production' };
  const changeRequest = { id: 2, ...where, state: 'Scheduled', features, segments: [] } as const;
  (await store.writer.put(changeRequest, 'ann'))._unsafeUnwrap();
  file.exec(`delete from touches where value = 'payments'; update projection set rule_version = 1`);
  const parent = [{ kind: 'feature', name: 'payments' }] as const;
  const search = async () =>
    (await store.reader.search({ projectId: 'shop', anyOf: parent }))._unsafeUnwrap()
      .changeRequests;
  expect(await search()).toEqual([]);

  const reopened = (await openSqliteStore(path))._unsafeUnwrap();
  await reopened.close();
  expect(await search()).toEqual([{ id: 2, environment: 'production' }]);
});

it('rebuilds the projection of many change requests in batches, and reports progress', async () => {
  const { path, file, search } = await storeWithOneChangeRequest();
  file.exec(`
    with recursive ids(id) as (values (2) union all select id + 1 from ids where id < 12000)
    insert into change_requests (project_id, id, environment, body)
    select 'shop', ids.id, 'production', json_set(body, '$.id', ids.id) from ids, change_requests;
    delete from touches; update projection set rule_version = 0`);

  const told: (readonly number[])[] = [];
  const migrated = await migrateSqlite(path, (done, total) => void told.push([done, total]));

  expect(migrated._unsafeUnwrap()).toEqual([`projection-${RULE_VERSION}`]);
  expect(await search()).toHaveLength(12_000);
  expect(told).toEqual([5_000, 10_000, 12_000].map((done) => [done, 12_000]));
});

/** A file as the version before a migration made it, with the change requests in a project `shop`. */
async function olderFile(newer: string, ...bodies: readonly object[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-sqlite-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'forewarn.db');
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < newer));
  const db = openDatabase(path, 0);
  (await migrateSchema(db, older, { isShared: false }, sqliteJsonRows))._unsafeUnwrap();
  await sql`insert into projects (id, name) values ('shop', 'Shop')`.execute(db);
  for (const [id, body] of bodies.entries()) {
    await sql`
      insert into change_requests (project_id, id, environment, body)
      values ('shop', ${id}, 'production', ${JSON.stringify(body)})`.execute(db);
  }
  await db.destroy();
  return path;
}

const listing = (id: number, action: string): ScheduledChangeRequest => ({
  id,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action }] }],
  segments: [],
});

it('adds what an impact needs to an older file', async () => {
  const older = [listing(0, 'archiveFeature'), listing(1, 'unheardOf')];
  const path = await olderFile('0003_impact', ...older);

  expect((await migrateSqlite(path))._unsafeUnwrap()).toEqual([
    '0003_impact',
    '0004_leases',
    '0005_listing',
    '0006_following',
    `projection-${RULE_VERSION}`,
  ]);
  const store = (await openSqliteStore(path))._unsafeUnwrap();
  onTestFinished(() => store.close());
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
    { ...listing(1, 'archiveFeature'), schedule: { ...late, scheduledAt: '2029-01-01T00:00Z' } },
    { ...listing(0, 'archiveFeature'), schedule: late },
  ];
  const path = await olderFile('0005_listing', second, first);
  const file = new DatabaseSync(path);
  file.exec('update projection set rule_version = 2');
  file.close();

  expect((await migrateSqlite(path))._unsafeUnwrap()).toEqual([
    '0005_listing',
    '0006_following',
    `projection-${RULE_VERSION}`,
  ]);
  const store = (await openSqliteStore(path))._unsafeUnwrap();
  onTestFinished(() => store.close());
  const query = { projectIds: ['shop'], limit: 9, maxBytes: 10_000, needAttentionAt: 0 };
  const { changeRequests } = (await store.reader.list(query))._unsafeUnwrap();
  expect(changeRequests).toEqual([first, second]);
});

it('has no projection to rebuild for an older file without change requests', async () => {
  const path = await olderFile('0004_leases');
  expect((await migrateSqlite(path))._unsafeUnwrap()).toEqual([
    '0004_leases',
    '0005_listing',
    '0006_following',
  ]);
});

it('does not open a file of a newer rule or a newer schema', async () => {
  const { path, file } = await storeWithOneChangeRequest();
  const newer = { type: 'SchemaMismatch', schema: 'newer' };
  file.exec(`update projection set rule_version = ${RULE_VERSION + 1}`);
  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toEqual(newer);

  file.exec(`update projection set rule_version = ${RULE_VERSION};
    insert into kysely_migration values ('9999_later', '2030-01-01')`);
  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toEqual(newer);
});
