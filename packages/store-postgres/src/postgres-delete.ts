import type {
  CallOptions,
  StoreUnavailable,
  StrategyNotEditable,
  StrategyNotFound,
} from '@forewarn/core';
import { CompiledQuery } from 'kysely';
import { err, ok, type ResultAsync } from 'neverthrow';
import type { PostgresSession } from './postgres-session.ts';

// The last part sees the definition as it was when the statement began. It may be gone since: then nothing was deleted.
const DELETE = `
  with deleted as (
    delete from strategies where name = $1 and editable = 1 returning definition
  ), recorded as (
    insert into events (type, created_by, pre_data)
    select 'strategy-deleted', $2::text, definition from deleted
  )
  select exists (select from deleted) as is_deleted,
    exists (select from strategies where name = $1 and editable = 0) as is_built_in`;

interface Row {
  readonly is_deleted: boolean;
  readonly is_built_in: boolean;
}

/** Deletes a strategy definition without a condition, and records its event, in one statement. */
export function postgresDelete(session: PostgresSession) {
  return (
    name: string,
    by: string,
    options?: CallOptions,
  ): ResultAsync<void, StrategyNotFound | StrategyNotEditable | StoreUnavailable> =>
    session.writeOnce(
      async (db) => {
        const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(DELETE, [name, by]));
        if (rows[0]?.is_deleted === true) return ok();
        return rows[0]?.is_built_in === true
          ? err({ type: 'StrategyNotEditable', name })
          : err({ type: 'StrategyNotFound', name });
      },
      { ...options, turn: `strategy ${name}` },
    );
}
