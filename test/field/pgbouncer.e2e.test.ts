import { migratePostgres, openPostgresStore, type PostgresStore } from '@forewarn/store-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../tools/fresh-database.ts';
import { startPgBouncer } from './pgbouncer.ts';

/** A store behind a pooler in transaction mode. */
async function storeBehind(parameters: string, namedStatements = 0) {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  (await migratePostgres({ connectionString: database.url }))._unsafeUnwrap();
  const pooler = await startPgBouncer(database.url, namedStatements);
  onTestFinished(() => pooler.stop());
  const connectionString = `${pooler.url}?${parameters}`;
  const store = (await openPostgresStore({ connectionString }))._unsafeUnwrap();
  onTestFinished(() => store.close());
  return { store, keepsNamed: pooler.keepsNamed };
}

/** Registers and lists by many connections at once, which the pooler maps to others of the server. */
async function useAtOnce(store: PostgresStore): Promise<readonly string[]> {
  const calls = Array.from({ length: 200 }, async (_, no) => {
    const id = `p${no}`;
    const written = await store.projects.register({ id, name: id }, 'ann');
    if (written.isErr()) return messageOf(written.error);
    const anyOf = [{ kind: 'feature', name: `f${no}` } as const];
    const found = await store.reader.search({ projectId: id, anyOf });
    return found.isOk() ? 'ok' : messageOf(found.error);
  });
  return [...new Set(await Promise.all(calls))];
}

const messageOf = (error: { readonly type: string; readonly cause?: unknown }): string =>
  error.cause instanceof Error ? error.cause.message : error.type;

const ADVICE = 'add prepared_statements=false to the URL';

test('works behind PgBouncer in transaction mode with prepared_statements=false', async () => {
  const { store } = await storeBehind('prepared_statements=false');

  expect(await useAtOnce(store)).toEqual(['ok']);
});

test('names the setting when PgBouncer keeps no named statements', async () => {
  const { store } = await storeBehind('');
  const failures = (await useAtOnce(store)).filter((outcome) => outcome !== 'ok');

  expect(failures.length).toBeGreaterThan(0);
  expect(failures.filter((failure) => !failure.includes(ADVICE))).toEqual([]);
});

test('works with max_prepared_statements, where this PgBouncer has it', async () => {
  const { store, keepsNamed } = await storeBehind('', 200);
  const failures = (await useAtOnce(store)).filter((outcome) => outcome !== 'ok');

  expect(failures.length > 0).toBe(!keepsNamed);
});
