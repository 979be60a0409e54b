import { setTimeout as delay } from 'node:timers/promises';
import { RULE_VERSION } from '@forewarn/core';
import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../src/index.ts';
import { changeRequest, openShop, outcomeOf, searchFor, untilBlocked } from './open-database.ts';

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
  const lacks = [`projection-${RULE_VERSION + 1}`];
  const newer = { type: 'SchemaMismatch', schema: 'newer', lacks };
  expect((await migratePostgres(settings))._unsafeUnwrapErr()).toEqual(newer);
  await administer(`update projection set rule_version = ${RULE_VERSION};
    insert into forewarn_migration values ('9998_adds', '2030-01-01'), ('9999_later', '2030-01-01')`);
  expect((await openPostgresStore(settings))._unsafeUnwrapErr()).toEqual({
    ...newer,
    lacks: ['9999_later'],
  });
});

it('runs the migrations that an older schema lacks', async () => {
  const { administer, found, schema, migrate } = await openOld();
  const newest = '0003_impact';
  await administer(`drop table doubts, known_name_lists, known_names;
    delete from forewarn_migration where name = '${newest}'`);
  expect(await schema()).toBe('older');
  expect(await migrate()).toEqual([newest]);
  expect(await found()).toBe(1);
});

it('lets nodes go on while it waits for a client that holds the tables, such as a backup', async () => {
  const { administer, connect, found, migrate } = await openOld();
  await administer(withRule(OLDER));
  const backup = await connect();
  await backup.query('begin; select from change_requests');
  const migrating = migrate();
  await untilBlocked(backup);
  expect(await found()).toBe(1);
  await backup.query('commit');
  expect(await migrating).toEqual([REBUILT]);
});

it('migrates with a role whose statements have a timeout, as one behind a pooler', async () => {
  const { administer, connect, settings } = await openOld();
  await administer(withRule(OLDER));
  const other = await connect();
  await other.query('begin; select from forewarn_migration_lock for update');
  const url = new URL(settings.connectionString);
  url.searchParams.set('options', '-c statement_timeout=2s');
  const migrating = migratePostgres({ connectionString: url.href });
  await untilBlocked(other);
  await delay(2_500);
  await other.query('commit');
  expect((await migrating)._unsafeUnwrap()).toEqual([REBUILT]);
});

it.each([
  ['has an older rule', `update change_requests set rule_version = ${OLDER}`],
  ['has a newer rule', `update change_requests set rule_version = ${RULE_VERSION + 1}`],
])('refuses a writer that %s', async (_writer, statement) => {
  const { administer } = await openOld();
  await expect(administer(statement)).rejects.toThrow('violates check constraint');
});

/** Records a change request as a node of the older rule does, of which the projection has nothing. */
const olderWrite = (id: number): string => `insert into change_requests
    (project_id, id, environment, body, scheduled_at, has_trouble, rule_version)
  select 'shop', ${id}, 'production', (body::jsonb || jsonb_build_object('id', ${id}))::text, 0, 0, ${OLDER}
  from change_requests where id = 1`;

it('rebuilds what a node of the older rule writes until the migration begins, and refuses the rest', async () => {
  const { administer, connect, settings, found } = await openOld();
  await administer(withRule(OLDER));
  const older = await connect();
  await older.query(`begin; ${olderWrite(2)}`);
  const late: Promise<string>[] = [];

  const migrating = migratePostgres(settings, () => {
    const written = administer(olderWrite(3 + late.length));
    late.push(written.then(() => 'written', String));
  });
  const waiting = async () =>
    (
      await older.query(`select 1 from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`)
    ).rowCount;
  await expect.poll(waiting).toBeGreaterThan(0);
  await older.query(`${olderWrite(1_000)}; commit`);

  expect((await migrating)._unsafeUnwrap()).toEqual([REBUILT]);
  expect(await Promise.all(late)).toEqual([expect.stringContaining('violates check constraint')]);
  expect(await found()).toBe(3);
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

it('reads on when a newer version adds a column, and its plans are stale, and opens again', async () => {
  const { administer, settings, store } = await openOld();
  const eventsIn = async () => (await store.events.list({ limit: 5 }))._unsafeUnwrap().events;
  const before = await eventsIn();
  await administer(`alter table events add column later text default 'later'`);
  await administer(`insert into forewarn_migration values ('9999_later_adds', '2030-01-01')`);

  expect(await eventsIn()).toEqual(before);
  expect(before).not.toEqual([]);
  const again = (await openPostgresStore(settings))._unsafeUnwrap();
  expect((await again.check()).isOk()).toBe(true);
  await again.close();
});
