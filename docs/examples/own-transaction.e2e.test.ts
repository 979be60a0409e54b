import { BUILT_IN_STRATEGY_DEFINITIONS, type Event } from '@forewarn/record';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { allowing } from '../../packages/core/test/authorizers.ts';
import { freshDatabase } from '../../tools/fresh-database.ts';
import { deleteStrategy, openStore, reportChanges } from './own-transaction.ts';

test('the platform deletes here and in its own table, or nowhere', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  await pool.query(`create table strategy_owners (strategy text, team text);
    insert into strategy_owners values ('sale', 'shop'), ('default', 'all')`);
  const store = (await openStore(pool))._unsafeUnwrap();
  const sale = { name: 'sale', parameters: [], deprecated: false, editable: true };
  (await store.strategies.register(sale, 'ann'))._unsafeUnwrap();
  (await store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();
  (await store.projects.declareLive('shop', 'ann'))._unsafeUnwrap();
  const db = new Kysely<{ strategy_owners: { strategy: string; team: string } }>({
    dialect: new PostgresDialect({ pool }),
  });

  await deleteStrategy(db, store, allowing([]), 'sale');
  const builtIn = deleteStrategy(db, store, allowing([]), 'default');

  await expect(builtIn).rejects.toThrow('StrategyNotEditable');
  const { rows } = await pool.query('select strategy from strategy_owners');
  expect(rows).toEqual([{ strategy: 'default' }]);
  const left = (await store.strategies.list())._unsafeUnwrap();
  expect(left).toHaveLength(BUILT_IN_STRATEGY_DEFINITIONS.length);

  const end = new AbortController();
  const reported: string[] = [];
  const report = async ({ type }: Event): Promise<void> => {
    reported.push(type);
    if (type === 'strategy-deleted') end.abort();
  };
  (await reportChanges(store, report, 0, end.signal))._unsafeUnwrap();
  expect(reported).toContain('strategy-created');
});
