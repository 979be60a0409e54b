import { DatabaseSync } from 'node:sqlite';
import { Migrator } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../src/index.ts';
import { migrations } from '../src/migrations.ts';
import { openDatabase } from '../src/sqlite-database.ts';
import { newPath } from './open-store.ts';

const NEW = '0003_impact';
const changeRequest = {
  id: 7,
  project: 'shop',
  environment: 'production',
  title: 'T',
  state: 'Scheduled',
  features: [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }],
  segments: [],
};
const checkout = [{ kind: 'feature', name: 'checkout' }] as const;

/** Makes a file with the schema before the migration, and one change request. */
async function oldFile(): Promise<string> {
  const path = await newPath();
  const db = openDatabase(path, 0);
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < NEW));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => older } });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await db.destroy();
  const file = new DatabaseSync(path);
  file.exec(`
    insert into projects values ('shop', 'Shop');
    insert into strategies values ('own', 1, '{"name":"own"}');
    insert into change_requests values ('shop', 7, 'production', 'T', '${JSON.stringify(changeRequest)}');
    insert into touches values ('shop', 1, 'checkout', 7)`);
  file.close();
  return path;
}

it('a file of an older version keeps its rows, and a delete still removes what refers to them', async () => {
  const path = await oldFile();
  const store = (await openSqliteStore(path))._unsafeUnwrap();
  const file = new DatabaseSync(path);
  onTestFinished(async () => {
    file.close();
    await store.close();
  });
  const search = { projectId: 'shop', anyOf: checkout };

  expect((await store.reader.search(search))._unsafeUnwrap().changeRequests).toEqual([
    { id: 7, environment: 'production', title: 'T' },
  ]);
  expect((await store.reader.find({ projectId: 'shop', id: 7 }))._unsafeUnwrap()).toEqual(
    changeRequest,
  );
  expect((await store.strategies.find('own'))._unsafeUnwrap()).toEqual({ name: 'own' });

  file.exec(`delete from projects where id = 'shop'`);
  for (const table of ['change_requests', 'touches', 'doubts']) {
    expect(file.prepare(`select count(*) as n from ${table}`).get()).toEqual({ n: 0 });
  }
});

it('a row with a long text is never read to compare a key', async () => {
  const path = await oldFile();
  await (await openSqliteStore(path))._unsafeUnwrap().close();
  const file = new DatabaseSync(path);
  onTestFinished(() => file.close());

  expect(
    file
      .prepare(`select name from pragma_table_list where wr = 1 order by name`)
      .all()
      .map(({ name }) => name),
  ).toEqual(['api_keys', 'deletions', 'doubts', 'leases', 'projects', 'touches']);
});
