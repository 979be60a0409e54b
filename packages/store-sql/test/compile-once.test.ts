import {
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  type Selectable,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, it, vi } from 'vitest';
import { compileOnce } from '../src/session/compile-once.ts';
import type { Tables } from '../src/schema/tables.ts';

/** A database that only notes what it is sent. */
function openNothing() {
  const sent: CompiledQuery[] = [];
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (introspected) => new SqliteIntrospector(introspected),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void sent.push(query) });
  return { db, sent: () => sent.map(({ sql, parameters }) => ({ sql, parameters })) };
}

type Row = Pick<Selectable<Tables['projects']>, 'id' | 'coverage'>;

it('compiles a query once for each database, and runs it with the values of each call', async () => {
  const build = vi.fn<(db: Kysely<Tables>, row: Row) => CompiledQuery>((db, { id, coverage }) =>
    db.insertInto('projects').values({ id, name: 'Shop', coverage }).compile(),
  );
  const insert = compileOnce(build);
  const [one, other] = [openNothing(), openNothing()];

  await insert(one.db, { id: 'a', coverage: 'live' }, undefined);
  await one.db.transaction().execute((tx) => insert(tx, { id: 'b', coverage: null }, undefined));
  await insert(other.db, { id: 'c', coverage: null }, undefined);

  const sql = 'insert into "projects" ("id", "name", "coverage") values (?, ?, ?)';
  expect(one.sent()).toEqual([
    { sql, parameters: ['a', 'Shop', 'live'] },
    { sql, parameters: ['b', 'Shop', null] },
  ]);
  expect(other.sent()).toEqual([{ sql, parameters: ['c', 'Shop', null] }]);
  expect(build).toHaveBeenCalledTimes(2);
});
