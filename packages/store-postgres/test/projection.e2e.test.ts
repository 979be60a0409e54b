import { RULE_VERSION } from '@forewarn/core';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';
import { changeRequest, openShop, outcomeOf, searchFor } from './open-database.ts';

const REBUILT = `projection-${RULE_VERSION}`;
const OLDER = RULE_VERSION - 1;

/** As if another version of the rule had made everything. */
const withRule = (version: number): string => `
  alter table change_requests drop constraint if exists change_requests_of_migrated_rule;
  update change_requests set rule_version = ${version}; update projection set rule_version = ${version};`;

/** A store with one change request. */
async function openOld() {
  const { store, url, connect } = await openShop();
  const settings = { connectionString: url };
  const client = await connect();
  const administer = async (statement: string) => void (await client.query(statement));
  (await store.writer.put(changeRequest(1, 'first', ['checkout']), 'ann'))._unsafeUnwrap();
  const found = async () =>
    (await store.reader.search(searchFor('checkout')))._unsafeUnwrap().changeRequests.length;
  const schema = async () => {
    const error = (await openPostgresStore(settings))._unsafeUnwrapErr();
    return error.type === 'SchemaMismatch' ? error.schema : error.type;
  };
  const migrate = async () => (await migratePostgres(settings))._unsafeUnwrap();
  return { settings, administer, connect, store, found, schema, migrate };
}

it('rebuilds the projection of an older rule once when several processes migrate at once', async () => {
  const { administer, found, schema, migrate } = await openOld();
  await administer(`delete from touches; ${withRule(OLDER)}`);
  expect(await schema()).toBe('older');
  const migrated = await Promise.all([migrate(), migrate(), migrate()]);
  expect(migrated.flat()).toEqual([REBUILT]);
  expect(await found()).toBe(1);
});

it('rebuilds only what another rule makes otherwise', async () => {
  const { administer, connect, migrate } = await openOld();
  const client = await connect();
  const rows = async () =>
    (await client.query('select xmin, * from touches order by kind, value')).rows;
  const before = await rows();
  await administer(`${withRule(OLDER)} insert into touches
    (kind, value, project_id, change_request_id) values (1, 'gone', 'shop', 1)`);

  expect(await migrate()).toEqual([REBUILT]);
  expect(await rows()).toEqual(before);
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
  const { settings, administer, schema } = await openOld();
  await administer(`update projection set rule_version = ${RULE_VERSION + 1}`);
  expect(await schema()).toBe('newer');
  const newer = { type: 'SchemaMismatch', schema: 'newer' };
  expect((await migratePostgres(settings))._unsafeUnwrapErr()).toEqual(newer);
  await administer(`update projection set rule_version = ${RULE_VERSION};
    insert into forewarn_migration values ('9999_later', '2030-01-01')`);
  expect(await schema()).toBe('newer');
});

const SINCE_LISTING = [
  '0006_listing',
  '0007_following',
  '0008_rule_of_each_change_request',
  '0009_imported_projects',
  '0010_known_names',
  '0011_times_of_touches',
  '0012_forecast',
  '0013_alerts',
  '0014_without_keys_of_projection',
  '0015_gone',
  REBUILT,
];
const WITHOUT_GONE = `drop table missing_names; alter table events drop column deleted_strategy;
  alter table known_names drop column added_at;`;
const WITHOUT_ALERTS = `${WITHOUT_GONE} drop table forewarn_alerts; drop table forewarn_alert_commits; drop table forewarn_alert_marks;
  drop table forewarn_deliveries; drop table forewarn_webhooks;`;
const WITHOUT_PLANS = `${WITHOUT_ALERTS} drop index change_requests_to_apply;
  alter table touches drop column plan;`;
const WITHOUT_TIMES = [
  ['touches', 'value'],
  ['doubts', 'feature'],
]
  .map(
    ([table, found]) => `alter table ${table} drop column scheduled_at;
    alter table ${table} add constraint ${table}_pkey primary key (kind, ${found}, project_id, change_request_id);`,
  )
  .join('');
const WITHOUT_NAMES = `${WITHOUT_PLANS} ${WITHOUT_TIMES} drop table known_names; drop table known_name_lists;
  alter table origin drop column hides_projects;`;
const WITHOUT_LISTING = `drop index change_requests_by_schedule;
  ${WITHOUT_NAMES} drop table origin;
  alter table change_requests drop column scheduled_at, drop column status, drop column has_trouble,
    drop column rule_version;`;

it('rebuilds the projection of this rule that an older schema held', async () => {
  const { administer, found, migrate } = await openOld();
  await administer(`${WITHOUT_LISTING}
    drop table touches; drop table doubts; drop table leases;
    alter table projects drop column coverage;
    create table touches (project_id text, kind smallint, value text, change_request_id bigint);
    insert into touches values ('shop', 1, 'checkout', 1);
    delete from forewarn_migration where name >= '0004_impact'`);
  expect(await migrate()).toEqual(['0004_impact', '0005_leases', ...SINCE_LISTING]);
  expect(await found()).toBe(1);
});

it('adds what a listing needs to an older schema', async () => {
  const { administer, store, migrate } = await openOld();
  const schedule = { status: 'failed', scheduledAt: '2030-01-01T00:00:00Z' } as const;
  (await store.writer.put({ ...changeRequest(0, 'failed'), schedule }, 'ann'))._unsafeUnwrap();
  await administer(`${WITHOUT_LISTING}
    alter table leases drop column ttl_ms;
    delete from forewarn_migration where name >= '0006_listing';
    update projection set rule_version = ${OLDER}`);
  expect(await migrate()).toEqual(SINCE_LISTING);
  const list = async (needAttentionAt?: number) => {
    const query = { projectIds: ['shop'], limit: 9, maxBytes: 10_000, needAttentionAt };
    return (await store.reader.list(query))._unsafeUnwrap().changeRequests.map(({ id }) => id);
  };
  expect(await list()).toEqual([0, 1]);
  expect(await list(0)).toEqual([0]);
});

it('adds times and plans to the touches of an older schema', async () => {
  const { administer, store, migrate } = await openOld();
  for (const [id, scheduledAt] of [
    [2, '2030-01-02T00:00:00Z'],
    [3, '2030-01-01T00:00:00Z'],
  ] as const) {
    const schedule = { status: 'pending', scheduledAt } as const;
    const archive = { ...changeRequest(id, 'archive', ['checkout']), schedule };
    (await store.writer.put(archive, 'ann'))._unsafeUnwrap();
  }
  await administer(`${withRule(OLDER)} ${WITHOUT_PLANS} ${WITHOUT_TIMES}
    delete from forewarn_migration where name >= '0011_times_of_touches'`);
  expect(await migrate()).toEqual(SINCE_LISTING.slice(-6));
  const asked = [{ target: { kind: 'feature', name: 'checkout' } }] as const;
  const impact = await store.reader.impact({ asked, projectIds: ['shop'] });
  expect(impact._unsafeUnwrap().targets[0]?.touching.map(({ id }) => id)).toEqual([3, 2, 1]);
  const forecast = await store.reader.forecast({ now: 0, projectIds: ['shop'], limit: 9 });
  expect(forecast._unsafeUnwrap().candidates.map(({ id }) => id)).toEqual([2]);
});

const INSERT = `insert into change_requests (project_id, id, environment, title, body)
  values ('shop', 2, 'production', null, '{}')`;
const REPLACE = `${INSERT.replace('2', '1')} on conflict (project_id, id) do update set body = '{}'`;
const UNKNOWN = 'null value in column "rule_version"';
const OTHER = 'violates check constraint';

it.each([
  ['adds without the version of the rule', INSERT, UNKNOWN],
  ['replaces without the version of the rule', REPLACE, UNKNOWN],
  ['has an older rule', `update change_requests set rule_version = ${OLDER}`, OTHER],
  ['has a newer rule', `update change_requests set rule_version = ${RULE_VERSION + 1}`, OTHER],
])('refuses a writer that %s', async (_writer, statement, reason) => {
  const { administer } = await openOld();
  await expect(administer(statement)).rejects.toThrow(reason);
});

it('is unavailable to writers and for readiness when another version has migrated the database', async () => {
  const { administer, store, schema } = await openOld();
  expect((await store.check()).isOk()).toBe(true);
  await administer(`${withRule(RULE_VERSION + 1)}
    alter table change_requests add constraint change_requests_of_migrated_rule
    check (rule_version = ${RULE_VERSION + 1}) not valid`);
  const one = changeRequest(1, 'new');
  const outcomes = [
    await store.check(),
    await store.writer.put(one, 'ann'),
    await store.writer.put(changeRequest(2, 'new'), 'ann'),
    await store.writer.putAll([one, changeRequest(3, 'new')], 'ann'),
  ];
  expect(new Set(outcomes.map(outcomeOf))).toEqual(new Set(['StoreUnavailable']));
  expect(await schema()).toBe('newer');
});

/** Copies the change request to 2,500, which have nothing in the projection. */
const MANY = `insert into change_requests
      (project_id, id, environment, body, scheduled_at, has_trouble, rule_version)
    select 'shop', i, 'production', (body::jsonb || jsonb_build_object('id', i))::text, 0, 0, ${OLDER}
    from change_requests, generate_series(2, 2500) i`;

it('goes on with a rebuild where it was cut off, next to a process that deletes', async () => {
  const { settings, administer, store, found, schema } = await openOld();
  await administer(`${withRule(OLDER)} ${MANY}`);
  const cutOff = new Error('cut off');
  const migrated = migratePostgres(settings, () => {
    throw cutOff;
  });
  await expect(migrated).rejects.toBe(cutOff);
  expect(await schema()).toBe('older');
  (await store.writer.remove({ projectId: 'shop', id: 2_500 }, 'ann'))._unsafeUnwrap();

  const told: (readonly number[])[] = [];
  const names = await migratePostgres(settings, (done, total) => void told.push([done, total]));
  expect(names._unsafeUnwrap()).toEqual([REBUILT]);
  expect(told).toEqual([1_000, 1_499].map((done) => [done, 1_499]));
  expect(await found()).toBe(2_499);
});

it('does not make a project of an older schema live with the first change request', async () => {
  const { administer, store, migrate } = await openOld();
  await administer(`delete from change_requests; update projects set coverage = null;
    ${WITHOUT_NAMES} delete from forewarn_migration where name >= '0009'`);
  expect(await migrate()).toEqual(SINCE_LISTING.slice(3, -1));
  (await store.writer.put(changeRequest(2, 'new'), 'ann'))._unsafeUnwrap();
  const [project] = (await store.projects.list())._unsafeUnwrap();
  expect(project?.coverage).toEqual({ kind: 'none' });
});

it('shows nothing of a projection whose tables it makes again until all of it is there', async () => {
  const { settings, administer, connect } = await openOld();
  await administer(`${withRule(OLDER)} ${MANY}; delete from touches`);
  const client = await connect();

  let counted: Promise<pg.QueryResult<{ n: number }>> | undefined;
  const migrated = await migratePostgres(settings, () => {
    counted ??= client.query('select count(*)::int as n from touches');
  });
  expect(migrated.isOk()).toBe(true);
  expect([0, 2_500]).toContain((await counted)?.rows[0]?.n);
});
