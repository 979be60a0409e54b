import { expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore, type PostgresStore } from '../src/index.ts';
import { changeRequest, definition, openPool, outcomeOf, searchFor } from './open-database.ts';

const SESSION = `
  select name, setting from pg_settings where source in ('session', 'client') order by name`;

/** A platform's pool of one connection, its own `events` and `projects`, and a store in each of some schemas. */
async function openTenants(...schemas: readonly string[]) {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const pool = openPool({ connectionString: database.url, max: 1 });
  await pool.query('create table events (what text); create table projects (key text)');
  const { rows: before } = await pool.query(SESSION);
  const stores: PostgresStore[] = [];
  for (const schema of schemas) {
    const settings = { pool, schema };
    const opened = migratePostgres(settings).andThen(() => openPostgresStore(settings));
    const store = (await opened)._unsafeUnwrap();
    onTestFinished(() => store.close());
    stores.push(store);
  }
  return { pool, stores, before };
}

/** Uses what each kind of statement is for. */
async function use({ projects, writer, strategies, reader, events }: PostgresStore, title: string) {
  const done = [
    await projects.register({ id: 'shop', name: 'Shop' }, 'ann'),
    await writer.put(changeRequest(1, title, ['checkout']), 'ann'),
    await writer.putAll([changeRequest(1, title), changeRequest(2, title, ['checkout'])], 'ann'),
    await strategies.register(definition(), 'ann'),
    await strategies.deleteIf('gradual', 'ann', () => true),
    await strategies.register(definition('other'), 'ann'),
    await strategies.delete('other', 'ann'),
    await reader.list({ projectIds: ['shop'], limit: 1, maxBytes: 1_000 }),
    await reader.impact({ asked: [], projectIds: ['shop'] }),
  ];
  expect(done.map(outcomeOf)).toEqual(done.map(() => 'ok'));
  const found = (await reader.search(searchFor('checkout')))._unsafeUnwrap().changeRequests;
  const listed = (await events.list({ limit: 20 }))._unsafeUnwrap().events;
  return { titles: found.map((each) => each.title), events: listed.length };
}

it('keeps tenants apart in schemas of one pool, and leaves the platform its connection', async () => {
  const { pool, stores, before } = await openTenants('one', 'T w "o"');
  for (const [no, store] of stores.entries()) {
    expect(await use(store, `of ${no}`)).toEqual({ titles: [`of ${no}`], events: 8 });
  }
  const { rows: after } = await pool.query(SESSION);
  expect(after).toEqual(before);
  const { rows } = await pool.query(`
    select tablename from pg_tables where schemaname = 'public' order by tablename`);
  expect(rows.map(({ tablename }) => tablename)).toEqual(['events', 'projects']);
});

it('shares a pool among more stores than an emitter expects listeners', async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));
  const { pool, stores } = await openTenants('one');
  const limit = pool.getMaxListeners();
  const more = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const settings = { pool, schema: 'one' };
      return (await openPostgresStore(settings))._unsafeUnwrap();
    }),
  );
  for (const store of more) expect(outcomeOf(await store.projects.list())).toBe('ok');
  expect(warnings).toEqual([]);
  for (const store of [...more, ...stores]) await store.close();
  expect([pool.listenerCount('connect'), pool.getMaxListeners()]).toEqual([0, limit - 1]);
});

it('is of another application where the schema has a table of ours, whatever its search_path', async () => {
  const { pool } = await openTenants('one');
  const settings = { pool, schema: 'public' };
  expect((await migratePostgres(settings))._unsafeUnwrapErr()).toMatchObject({ schema: 'foreign' });
  expect((await openPostgresStore(settings))._unsafeUnwrapErr()).toMatchObject({
    schema: 'foreign',
  });
});
