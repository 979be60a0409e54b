import type { CallOptions } from '@forewarn/core';
import type { DeleteUnlessLocked, StatementObserver } from '@forewarn/store-sql';
import { CompiledQuery } from 'kysely';
import { err, ok } from 'neverthrow';
import { type Ask, batched } from './batches/batched.ts';
import { isRefused } from './session/postgres-errors.ts';
import type { PostgresSession } from './session/postgres-session.ts';

// The last part sees the definitions as they were when the statement began. An editable one that is not deleted has changed
// since, or another transaction holds its row. Nothing waits for that row here: all deletes of the batch would.
const DELETE = `
  with deleted as (
    delete from strategies
    where name = any(array(
      select name from strategies where name = any((select $1::text[])::text[]) and editable = 1
      for update skip locked
    ))
    returning name, definition
  ), recorded as (
    insert into events (type, created_by, pre_data, deleted_strategy)
    select 'strategy-deleted', ($2::text[])[array_position($1::text[], name)], definition, name
    from deleted
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

type Outcome = 'deleted' | 'locked' | 'built-in' | 'absent';

/** Deletes that wait at the same moment share a statement, and with it a commit. */
export function postgresDelete(
  session: PostgresSession,
  observer: StatementObserver | undefined,
): DeleteUnlessLocked {
  const ask: Ask<Deletion, Outcome> = (all, signal) => {
    const send = () =>
      session.writeOnce(signal, async (db) => {
        // No write may begin after its caller has given up.
        const waiting = all.filter((each) => !each.signal.aborted);
        const first = new Map(waiting.toReversed().map((each) => [each.name, each]));
        const values = [[...first.keys()], [...first.values()].map(({ by }) => by)];
        const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(DELETE, values));
        const outcomes = new Map(rows.map((row) => [row.name, outcomeOf(row)]));
        return all.map((each): Outcome => {
          const outcome = outcomes.get(each.name) ?? 'absent';
          return outcome === 'deleted' && first.get(each.name) !== each ? 'absent' : outcome;
        });
      });
    const callers = all.map(({ caller }) => caller);
    return observer?.batch('deleteStrategies', callers, send) ?? send();
  };
  // Repeating a delete that may have happened would find nothing to delete.
  const remove = batched(ask, { isOfAll: (error) => !isRefused(error) });
  return (name, by, options?: CallOptions) =>
    session.call(options, async (signal) => {
      const outcome = await remove({ name, by, signal, caller: observer?.caller() }, signal);
      if (outcome === 'absent') return err({ type: 'StrategyNotFound', name });
      if (outcome === 'built-in') return err({ type: 'StrategyNotEditable', name });
      return ok(outcome);
    });
}

function outcomeOf({ is_deleted, is_editable }: Row): Outcome {
  if (is_deleted) return 'deleted';
  return is_editable ? 'locked' : 'built-in';
}
