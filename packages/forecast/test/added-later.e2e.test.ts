import { DatabaseSync } from 'node:sqlite';
import type { ImportEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';
import { expect, it } from 'vitest';
import { inHours } from './forecast-world.ts';
import { postgresDatabase, sqliteFile } from './open-forecasts.ts';

it.each([
  ['SQLite', sqliteFile],
  ['Postgres', postgresDatabase],
] as const)(
  'finds in %s what was recorded before there were forecasts',
  async (_where, makeDatabase) => {
    const { withForecasts, withoutForecasts } = await makeDatabase();
    const before = await withoutForecasts();
    (await before.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
    for (const each of [
      inHours(1, 1, 'sale', 'archiveFeature'),
      inHours(2, 2, 'sale', 'updateEnabled'),
    ]) {
      (await before.writer.put(each, 'ann'))._unsafeUnwrap();
    }
    await before.close();

    const store = await withForecasts();
    const query = { now: Date.now(), projectIds: ['shop'], limit: 10 };
    const found = (await store.forecasts.forecast(query))._unsafeUnwrap();
    expect(found.candidates.map(({ id }) => id)).toEqual([2]);
    await store.close();
  },
);

async function* entries(): AsyncGenerator<Result<ImportEntry, never>> {
  yield ok({ kind: 'scheduled', changeRequest: inHours(1, 1, 'sale', 'archiveFeature') });
}

it('makes the indexes of SQLite again as they were, after a first import', async () => {
  const { path, withForecasts } = await sqliteFile();
  const store = await withForecasts();
  const indexes = () => {
    const file = new DatabaseSync(path);
    const rows = file
      .prepare("select sql as text from sqlite_master where type = 'index' order by name")
      .all();
    file.close();
    return rows.map(({ text }) => String(text).replaceAll('"', '').replaceAll(/\s+/g, ' '));
  };
  const made = indexes();
  expect(made.join('\n')).toContain('touches_with_effect');
  (await store.transfer.import(entries()))._unsafeUnwrap();
  expect(indexes()).toEqual(made);
  await store.close();
});
