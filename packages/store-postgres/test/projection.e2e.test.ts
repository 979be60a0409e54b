import { RULE_VERSION } from '@forewarn/core';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';
import { openDatabase } from './open-database.ts';

const checkout = [{ kind: 'feature', name: 'checkout' }] as const;

/** As if another version of the rule had made everything. */
const withRule = (version: number): string => `
  alter table change_requests drop constraint if exists change_requests_of_migrated_rule;
  update change_requests set rule_version = ${version}; update projection set rule_version = ${version};`;

async function storeWithOneChangeRequest() {
  const { url, open, connect } = await openDatabase();
  const settings = { connectionString: url };
  const store = await open();
  const client = await connect();
  const administer = async (statement: string) => void (await client.query(statement));
  await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann');
  const features = [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }];
  const where = { project: 'shop', environment: 'production' };
  const changeRequest = { id: 1, ...where, state: 'Scheduled', features, segments: [] } as const;
  (await store.writer.put(changeRequest, 'ann'))._unsafeUnwrap();
  const search = async () =>
    (await store.reader.search({ projectId: 'shop', anyOf: checkout }))._unsafeUnwrap()
      .changeRequests;
  return { settings, administer, connect, store, search };
}

it('rebuilds the projection of an older rule once when several processes migrate at once', async () => {
  const { settings, administer, search } = await storeWithOneChangeRequest();
  await administer(`delete from touches; ${withRule(2)}`);
  expect((await openPostgresStore(settings))._unsafeUnwrapErr()).toEqual({
    type: 'SchemaMismatch',
    schema: 'older',
  });

  const migrated = await Promise.all([1, 2, 3].map(() => migratePostgres(settings)));
  const names = migrated.flatMap((each) => each._unsafeUnwrap());
  expect(names).toEqual([`projection-${RULE_VERSION}`]);
  expect(await search()).toEqual([{ id: 1, environment: 'production' }]);
});

it('finds the parent of a dependency that rule 1 recorded', async () => {
  const { settings, administer, store } = await storeWithOneChangeRequest();
  const changes = [{ action: 'addDependency', payload: { feature: 'payments' } }];
  const features = [{ name: 'checkout', changes }];
  const where = { project: 'shop', environment: 'production' };
  const changeRequest = { id: 2, ...where, state: 'Scheduled', features, segments: [] } as const;
  (await store.writer.put(changeRequest, 'ann'))._unsafeUnwrap();
  await administer(`delete from touches where value = 'payments'; ${withRule(1)}`);
  const parent = [{ kind: 'feature', name: 'payments' }] as const;
  const search = async () =>
    (await store.reader.search({ projectId: 'shop', anyOf: parent }))._unsafeUnwrap()
      .changeRequests;
  expect(await search()).toEqual([]);

  const migrated = await migratePostgres(settings);
  expect(migrated._unsafeUnwrap()).toEqual([`projection-${RULE_VERSION}`]);
  expect(await search()).toEqual([{ id: 2, environment: 'production' }]);
});

it('makes the schema once when several processes migrate an empty database at once', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const settings = { connectionString: database.url };
  const migrated = await Promise.all([1, 2, 3].map(() => migratePostgres(settings)));
  const names = migrated.flatMap((each) => each._unsafeUnwrap());
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(0);
  expect((await migratePostgres(settings))._unsafeUnwrap()).toEqual([]);
});

it('does not open or migrate a database of a newer rule or a newer schema', async () => {
  const { settings, administer } = await storeWithOneChangeRequest();
  const newer = { type: 'SchemaMismatch', schema: 'newer' };
  await administer(`update projection set rule_version = ${RULE_VERSION + 1}`);
  expect((await openPostgresStore(settings))._unsafeUnwrapErr()).toEqual(newer);
  expect((await migratePostgres(settings))._unsafeUnwrapErr()).toEqual(newer);

  await administer(`update projection set rule_version = ${RULE_VERSION};
    insert into kysely_migration values ('9999_later', '2030-01-01')`);
  expect((await openPostgresStore(settings))._unsafeUnwrapErr()).toEqual(newer);
});

it('rebuilds the projection of this rule that an older schema held', async () => {
  const { settings, administer, search } = await storeWithOneChangeRequest();
  await administer(`drop table touches; drop table doubts; drop table leases; drop table origin;
    alter table projects drop column coverage; drop index change_requests_by_schedule;
    alter table change_requests drop column scheduled_at, drop column status, drop column has_trouble,
      drop column rule_version;
    create table touches (project_id text, kind smallint, value text, change_request_id bigint);
    insert into touches values ('shop', 1, 'checkout', 1);
    delete from kysely_migration where name >= '0004_impact'`);

  const migrated = await migratePostgres(settings);
  expect(migrated._unsafeUnwrap()).toEqual([
    '0004_impact',
    '0005_leases',
    '0006_listing',
    '0007_following',
    '0008_rule_of_each_change_request',
    '0009_imported_projects',
    `projection-${RULE_VERSION}`,
  ]);
  expect(await search()).toEqual([{ id: 1, environment: 'production' }]);
});

it('adds what a listing needs to an older schema', async () => {
  const { settings, administer, store } = await storeWithOneChangeRequest();
  const where = { project: 'shop', environment: 'production', state: 'Scheduled' } as const;
  const schedule = { status: 'failed', scheduledAt: '2030-01-01T00:00:00Z' } as const;
  const failed = { id: 0, ...where, schedule, features: [], segments: [] };
  (await store.writer.put(failed, 'ann'))._unsafeUnwrap();
  await administer(`drop index change_requests_by_schedule;
    alter table change_requests drop column scheduled_at, drop column status, drop column has_trouble,
      drop column rule_version;
    drop table origin; alter table leases drop column ttl_ms;
    delete from kysely_migration where name >= '0006_listing';
    update projection set rule_version = 2`);

  const migrated = await migratePostgres(settings);
  expect(migrated._unsafeUnwrap()).toEqual([
    '0006_listing',
    '0007_following',
    '0008_rule_of_each_change_request',
    '0009_imported_projects',
    `projection-${RULE_VERSION}`,
  ]);
  const list = async (needAttentionAt?: number) => {
    const query = { projectIds: ['shop'], limit: 9, maxBytes: 10_000, needAttentionAt };
    return (await store.reader.list(query))._unsafeUnwrap().changeRequests.map(({ id }) => id);
  };
  expect(await list()).toEqual([0, 1]);
  expect(await list(0)).toEqual([0]);
});

/** Copies the change request to 2,500, which have nothing in the projection. */
const MANY = `insert into change_requests
      (project_id, id, environment, body, scheduled_at, has_trouble, rule_version)
    select 'shop', i, 'production', (body::jsonb || jsonb_build_object('id', i))::text, 0, 0, 2
    from change_requests, generate_series(2, 2500) i`;

const INSERT = `insert into change_requests (project_id, id, environment, title, body)
  values ('shop', %, 'production', null, '{}')`;

it('refuses what a writer records that does not know the version of the rule', async () => {
  const { administer } = await storeWithOneChangeRequest();
  const replace = `${INSERT} on conflict (project_id, id) do update set body = excluded.body`;
  for (const [id, statement] of [INSERT, replace].entries()) {
    const written = administer(statement.replace('%', String(2 - id)));
    await expect(written).rejects.toThrow('null value in column "rule_version"');
  }
});

it('refuses what a writer of another version of the rule records', async () => {
  const { administer } = await storeWithOneChangeRequest();
  for (const version of [RULE_VERSION - 1, RULE_VERSION + 1]) {
    const written = administer(`update change_requests set rule_version = ${version}`);
    await expect(written).rejects.toThrow('violates check constraint');
  }
});

it('is unavailable to writers and for readiness when another version has migrated the database', async () => {
  const { administer, store, settings } = await storeWithOneChangeRequest();
  expect((await store.check()).isOk()).toBe(true);
  await administer(`${withRule(RULE_VERSION + 1)}
    alter table change_requests add constraint change_requests_of_migrated_rule
    check (rule_version = ${RULE_VERSION + 1}) not valid`);

  const where = { project: 'shop', environment: 'production', state: 'Scheduled' } as const;
  const changeRequest = (id: number) => ({
    id,
    ...where,
    title: 'new',
    features: [],
    segments: [],
  });
  const outcomes = [
    await store.check(),
    await store.writer.put(changeRequest(1), 'ann'),
    await store.writer.put(changeRequest(2), 'ann'),
    await store.writer.putAll([changeRequest(1), changeRequest(3)], 'ann'),
  ];
  expect(outcomes.map((each) => each.isErr() && each.error.type)).toEqual(
    outcomes.map(() => 'StoreUnavailable'),
  );
  expect((await migratePostgres(settings))._unsafeUnwrapErr()).toEqual({
    type: 'SchemaMismatch',
    schema: 'newer',
  });
});

it('goes on with a rebuild where it was cut off, next to a process that deletes', async () => {
  const { settings, administer, store, search } = await storeWithOneChangeRequest();
  await administer(`${withRule(2)} ${MANY}`);
  const cutOff = new Error('cut off');
  const migrated = migratePostgres(settings, () => {
    throw cutOff;
  });
  await expect(migrated).rejects.toBe(cutOff);
  expect((await openPostgresStore(settings))._unsafeUnwrapErr()).toMatchObject({ schema: 'older' });
  (await store.writer.remove({ projectId: 'shop', id: 2_500 }, 'ann'))._unsafeUnwrap();

  const told: (readonly number[])[] = [];
  const names = await migratePostgres(settings, (done, total) => void told.push([done, total]));
  expect(names._unsafeUnwrap()).toEqual([`projection-${RULE_VERSION}`]);
  expect(told).toEqual([1_000, 1_499].map((done) => [done, 1_499]));
  expect(await search()).toHaveLength(2_499);
});

it('does not make a project of an older schema live with the first change request', async () => {
  const { settings, administer, store } = await storeWithOneChangeRequest();
  await administer(`delete from change_requests; update projects set coverage = null;
    delete from kysely_migration where name = '0009_imported_projects'`);

  expect((await migratePostgres(settings))._unsafeUnwrap()).toEqual(['0009_imported_projects']);
  const again = { id: 2, project: 'shop', environment: 'production', state: 'Scheduled' } as const;
  (await store.writer.put({ ...again, features: [], segments: [] }, 'ann'))._unsafeUnwrap();

  const [project] = (await store.projects.list())._unsafeUnwrap();
  expect(project?.coverage).toEqual({ kind: 'none' });
});

it('shows nothing of a projection whose tables it makes again until all of it is there', async () => {
  const { settings, administer, connect } = await storeWithOneChangeRequest();
  await administer(`${withRule(2)} ${MANY}; delete from touches`);
  const client = await connect();

  let counted: Promise<pg.QueryResult<{ n: number }>> | undefined;
  const migrated = await migratePostgres(settings, () => {
    counted ??= client.query('select count(*)::int as n from touches');
  });
  expect(migrated.isOk()).toBe(true);
  expect([0, 2_500]).toContain((await counted)?.rows[0]?.n);
});
