import type { StrategyRepository } from '@forewarn/core';
import { type SqlSession, sqlStrategies } from '@forewarn/store-sql';
import { CompiledQuery } from 'kysely';
import { err, ok } from 'neverthrow';

interface Row {
  readonly is_removed: boolean;
  /** As it was before the statement; null when there was none of that name. */
  readonly editable: number | null;
}

const DELETE = `
  with removed as (
    delete from strategies where name = $1 and editable = 1 returning definition
  ), logged as (
    insert into events (type, created_by, pre_data)
    select 'strategy-deleted', $2::text, definition from removed
  )
  select
    exists (select from removed) as is_removed,
    (select editable from strategies where name = $1) as editable`;

/** The strategy definitions of a Postgres store. A delete and its event are one statement. */
export function postgresStrategies(session: SqlSession): StrategyRepository {
  return {
    ...sqlStrategies(session),
    delete: (name, by) =>
      session.read(async (db) => {
        const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(DELETE, [name, by]));
        const [row] = rows;
        if (row?.is_removed === true) return ok();
        return err({
          type: row?.editable === 0 ? 'StrategyNotEditable' : 'StrategyNotFound',
          name,
        });
      }),
  };
}
