import type { CallOptions } from '@forewarn/core';
import type { FreeDelete, StatementObserver } from '@forewarn/store-sql';
import { CompiledQuery } from 'kysely';
import { err, ok } from 'neverthrow';
import { type Ask, batched } from './batched.ts';
import { isUnavailable } from './postgres-errors.ts';
import type { PostgresSession } from './postgres-session.ts';

// The last part sees the definitions as they were when the statement began. One that is not deleted may be gone since, or
// another transaction holds its row. Nothing waits for that row here: all deletes of the batch would.
const DELETE = `
  with deleted as (
    delete from strategies
    where name = any(array(
      select name from strategies where name = any((select $1::text[])::text[]) and editable = 1
      for update skip locked
    ))
    returning name, definition
  ), recorded as (
    insert into events (type, created_by, pre_data)
    select 'strategy-deleted', ($2::text[])[array_position($1::text[], name)], definition from deleted
  )
  select s.name, s.editable = 1 as is_editable, d.name is not null as is_deleted
  from strategies s left join deleted d on d.name = s.name
  where s.name = any((select $1::text[])::text[])`;

interface Row {
  readonly name: string;
  readonly is_editable: boolean;
  readonly is_deleted: boolean;
}

interface Deletion {
  readonly name: string;
  readonly by: string;
  readonly signal: AbortSignal;
  /** The observer's caller. */
  readonly caller: unknown;
}

type Found = 'deleted' | 'locked' | 'built-in' | 'absent';

/** Deletes that wait at the same moment share a statement, and with it a commit. */
export function postgresDelete(
  session: PostgresSession,
  observer: StatementObserver | undefined,
): FreeDelete {
  const ask: Ask<Deletion, Found> = (all, signal) => {
    const send = () =>
      session.writeOnce(signal, async (db) => {
        // No write may begin after its caller has given up.
        const waiting = all.filter((each) => !each.signal.aborted);
        const first = new Map(waiting.toReversed().map((each) => [each.name, each]));
        const values = [[...first.keys()], [...first.values()].map(({ by }) => by)];
        const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(DELETE, values));
        const found = new Map(rows.map((row) => [row.name, foundIn(row)]));
        return all.map((each): Found => {
          const one = found.get(each.name) ?? 'absent';
          return one === 'deleted' && first.get(each.name) !== each ? 'absent' : one;
        });
      });
    const callers = all.map(({ caller }) => caller);
    return observer?.batch('delete', callers, send) ?? send();
  };
  const remove = batched(ask, { isOfAll: isUnavailable });
  return (name, by, options?: CallOptions) =>
    session.call(options, async (signal) => {
      const found = await remove({ name, by, signal, caller: observer?.caller() }, signal);
      if (found === 'absent') return err({ type: 'StrategyNotFound', name });
      if (found === 'built-in') return err({ type: 'StrategyNotEditable', name });
      return ok(found);
    });
}

function foundIn({ is_deleted, is_editable }: Row): Found {
  if (is_deleted) return 'deleted';
  return is_editable ? 'locked' : 'built-in';
}
