import type { DeleteUnlessLocked } from '@forewarn/store-sql';
import { CompiledQuery } from 'kysely';
import { err, ok } from 'neverthrow';
import type { PostgresSession } from './session/postgres-session.ts';

// The last part sees the definition as it was when the statement began. An editable one that is not deleted has changed
// since, or another transaction holds its row. Waiting for the row takes a turn, so that waiters do not hold all connections.
const DELETE = `
  with deleted as (
    delete from strategies
    where name = (
      select name from strategies where name = $1 and editable = 1 for update skip locked
    )
    returning name, definition
  ), recorded as (
    insert into events (type, created_by, pre_data, deleted_strategy)
    select 'strategy-deleted', $2::text, definition, name from deleted
  )
  select s.editable = 1 as is_editable, exists (select from deleted) as is_deleted
  from strategies s
  where s.name = $1`;

interface Row {
  readonly is_editable: boolean;
  readonly is_deleted: boolean;
}

/** Deletes a strategy definition in one statement, which is its own transaction. */
export const postgresDelete =
  (session: PostgresSession): DeleteUnlessLocked =>
  (name, by, options) =>
    session.call(options, async (signal) => {
      const { rows } = await session.writeOnce(signal, (db) =>
        db.executeQuery<Row>(CompiledQuery.raw(DELETE, [name, by])),
      );
      const [row] = rows;
      if (row === undefined) return err({ type: 'StrategyNotFound', name });
      if (row.is_deleted) return ok('deleted');
      return row.is_editable ? ok('locked') : err({ type: 'StrategyNotEditable', name });
    });
