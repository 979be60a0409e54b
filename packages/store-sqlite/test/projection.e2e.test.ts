import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RULE_VERSION } from '@forewarn/core';
import { expect, it, onTestFinished } from 'vitest';
import { migrateSqlite, openSqliteStore } from '../src/index.ts';

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

it('does not open a file of a newer rule or a newer schema', async () => {
  const { path, file } = await storeWithOneChangeRequest();
  const newer = { type: 'SchemaMismatch', schema: 'newer' };
  file.exec(`update projection set rule_version = ${RULE_VERSION + 1}`);
  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toEqual(newer);

  file.exec(`update projection set rule_version = ${RULE_VERSION};
    insert into kysely_migration values ('9999_later', '2030-01-01')`);
  expect((await openSqliteStore(path))._unsafeUnwrapErr()).toEqual(newer);
});
