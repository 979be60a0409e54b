import type { ScheduledChangeRequest } from '@forewarn/core';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { changeRequest, definition, openPool, openShop } from './open-database.ts';

/** A change request that uses the definition `gradual`. */
export const using: ScheduledChangeRequest = {
  ...changeRequest(1, 'uses gradual'),
  features: [{ name: 'a', changes: [{ action: 'addStrategy', payload: { name: 'gradual' } }] }],
};

const platformStrategies = `
  create table platform_strategies (strategy_name text primary key);
  insert into platform_strategies values ('gradual')`;

interface PlatformTables {
  platformStrategies: { strategyName: string };
}

/** A store with the definition `gradual`, and a platform with a table about it in the same database. */
export async function openPlatform() {
  const { store, url, open, connect } = await openShop();
  (await store.strategies.register(definition(), 'ann'))._unsafeUnwrap();
  const pool = openPool({ connectionString: url });
  await pool.query(platformStrategies);
  const on = (own: pg.Pool) =>
    new Kysely<PlatformTables>({
      dialect: new PostgresDialect({ pool: own }),
      plugins: [new CamelCasePlugin()],
    });
  const { getTypeParser } = pg.types;
  const INT8: number = pg.types.builtins.INT8;
  const types = {
    getTypeParser: (type: number, format: 'text') =>
      type === INT8 ? BigInt : (getTypeParser(type, format) as unknown),
  } as pg.CustomTypesConfig;
  // By default, the driver reads 64-bit integers as texts.
  const db = on(pool);
  const dbOfBigInts = on(openPool({ connectionString: url, types }));
  /** The rows that name the definition: ours, and the platform's. */
  const rowsLeft = async () => {
    const { rows } = await pool.query(`
      select (select count(*) from strategies where name = 'gradual')::int as ours,
        (select count(*) from platform_strategies)::int as theirs`);
    return rows[0] as { readonly ours: number; readonly theirs: number };
  };
  /** The types of the newest events. */
  const eventTypes = async (limit = 2) => {
    const { events } = (await store.events.list({ limit }))._unsafeUnwrap();
    return events.map(({ type }) => type);
  };
  return { store, open, connect, pool, db, dbOfBigInts, rowsLeft, eventTypes };
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>;
