import type { StrategyNotEditable, StrategyNotFound, StrategyRepository } from '@forewarn/core';
import { attempt, type SqlSession, sqlStrategies, type Tables } from '@forewarn/store-sql';
import { CompiledQuery, type Kysely } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import type { PostgresSettings, TimeLimits } from './postgres-settings.ts';
import { observedJoined } from './observed-joined.ts';
import { isWithoutEffect } from './postgres-errors.ts';

/** A delete that is asked for: the definition's name, and whose it is. */
interface Deletion {
  readonly name: string;
  readonly by: string;
}

interface Row {
  readonly is_removed: boolean;
  /** As it was before the statement; null when there was none of that name. */
  readonly editable: number | null;
}

/** Waits for nobody: of what somebody else holds it says that it is there, and not removed. */
const DELETE_FREE = `
  with asked as materialized (
    select no, name, deleted_by
    from json_to_recordset($1::json) as a (no int, name text, deleted_by text)
  ), free as materialized (
    select s.name from asked a join strategies s on s.name = a.name
    where s.editable = 1
    for update of s skip locked
  ), removed as (
    delete from strategies s using free where s.name = free.name
    returning s.name, s.definition
  ), logged as (
    insert into events (type, created_by, pre_data)
    select 'strategy-deleted', a.deleted_by, r.definition
    from asked a join removed r on r.name = a.name
    order by a.no
  )
  select r.name is not null as is_removed, s.editable
  from asked a
  left join removed r on r.name = a.name
  left join strategies s on s.name = a.name
  order by a.no`;

/** Waits for whoever holds the row. */
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

type Deleted = Result<void, StrategyNotFound | StrategyNotEditable>;

/**
 * The strategy definitions of a Postgres store. A delete and its event are one statement, and so are deletes that wait
 * at the same moment; one whose row somebody else holds is a statement of its own, which nothing else waits for.
 */
export function postgresStrategies(
  session: SqlSession,
  db: Kysely<Tables>,
  { waitMs, observer }: Pick<TimeLimits, 'waitMs'> & Pick<PostgresSettings, 'observer'>,
): StrategyRepository {
  const deleteFree = observedJoined('delete strategies', observer, {
    canRepeat: isWithoutEffect,
    withinMs: waitMs,
    ask: async (deletions: readonly Deletion[]) => {
      // Of several deletes of one name the first is the one: the others come after it.
      const firstOf = new Map<string, number>();
      for (const [no, { name }] of deletions.entries()) {
        if (!firstOf.has(name)) firstOf.set(name, no);
      }
      const asked = [...firstOf].map(([name, no]) => ({ no, name, deleted_by: deletions[no]?.by }));
      const { rows } = await run(db, DELETE_FREE, [JSON.stringify(asked)]);
      const rowOf = new Map(asked.map(({ name }, index) => [name, rows[index]]));
      return deletions.map(({ name }, no) => {
        const row = rowOf.get(name) ?? ABSENT;
        return row.is_removed && firstOf.get(name) !== no ? ABSENT : row;
      });
    },
  });

  return {
    ...sqlStrategies(session),
    delete: (name, by, options) =>
      attempt(
        session.isUnavailable,
        async () => ok(await deleteFree({ name, by })),
        options,
      ).andThen((row) =>
        row.is_removed || row.editable !== 1
          ? deleted(name, row)
          : session.read(async () => {
              const { rows } = await run(db, DELETE, [name, by]);
              return deleted(name, rows[0] ?? ABSENT);
            }, options),
      ),
  };
}

const ABSENT: Row = { is_removed: false, editable: null };

const run = (db: Kysely<Tables>, text: string, values: readonly unknown[]) =>
  db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));

function deleted(name: string, { is_removed, editable }: Row): Deleted {
  if (is_removed) return ok();
  return err({ type: editable === 0 ? 'StrategyNotEditable' : 'StrategyNotFound', name });
}
