import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import { beginSnapshot, type Tables } from '../src/index.ts';

/** A database that records its calls, and fails at one of the steps. */
function databaseThat(fails?: 'connect' | 'begin' | 'rollback') {
  const steps: string[] = [];
  const step = async (name: string): Promise<void> => {
    steps.push(name);
    if (name === fails) throw new Error(name);
  };
  class Steps extends DummyDriver {
    override async acquireConnection() {
      await step('connect');
      return super.acquireConnection();
    }
    override beginTransaction = () => step('begin');
    override rollbackTransaction = () => step('rollback');
    override releaseConnection = () => step('release');
    override destroy = () => step('close');
  }
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new Steps(),
      createIntrospector: (each) => new SqliteIntrospector(each),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { db, steps };
}

test('closes the database at the end of a snapshot', async () => {
  const { db, steps } = databaseThat();

  const snapshot = await beginSnapshot(db);
  expect(steps).toEqual(['connect', 'begin']);

  await snapshot.end();
  expect(steps).toEqual(['connect', 'begin', 'rollback', 'release', 'close']);
});

test.each([
  ['connect', ['connect', 'close']],
  ['begin', ['connect', 'begin', 'release', 'close']],
] as const)('one that can not %s has its database closed', async (fails, expected) => {
  const { db, steps } = databaseThat(fails);

  await expect(beginSnapshot(db)).rejects.toThrow(fails);

  expect(steps).toEqual(expected);
});

test('closes the database even if the snapshot fails to end', async () => {
  const { db, steps } = databaseThat('rollback');
  const snapshot = await beginSnapshot(db);

  await expect(snapshot.end()).rejects.toThrow('rollback');

  expect(steps.at(-1)).toBe('close');
});
