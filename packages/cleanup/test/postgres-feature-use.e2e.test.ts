import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../tools/fresh-database.ts';
import { migratePostgres, openPostgresStore } from '../../store-postgres/src/index.ts';
import { sqlCleanup } from '../src/sql/index.ts';

test('a read-only server does not say that no use of features is known', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const capabilities = [sqlCleanup] as const;
  (await migratePostgres({ connectionString: database.url, capabilities }))._unsafeUnwrap();
  const readOnly = new URL(database.url);
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
  const settings = { connectionString: readOnly.href, deadlineMs: 60_000, capabilities };
  const store = (await openPostgresStore(settings))._unsafeUnwrap();
  onTestFinished(() => store.close());

  const found = await store.featureUse.find(['shop']);

  expect(found._unsafeUnwrapErr()).toMatchObject({ type: 'StoreUnavailable' });
});
