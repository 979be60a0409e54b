import type { CallOptions, StoreUnavailable } from '@forewarn/core';
import { MIGRATION_LOCK_TABLE, type SqlSession } from '@forewarn/store-sql';
import { sql } from 'kysely';
import { ok, okAsync, type ResultAsync } from 'neverthrow';

/** Maximum events that one transaction numbers. */
const MAX_NUMBERED = 10_000;

type NumberingSession = Pick<SqlSession, 'read' | 'write' | 'settleCommits'>;

/**
 * Gives each committed event that has no id yet the next one, so that ids follow the order of commits: a transaction that ends
 * late can't add an event below one that a client has seen.
 */
export function numberEvents(
  session: NumberingSession,
  options: CallOptions | undefined,
): ResultAsync<void, StoreUnavailable> {
  const hasUnnumbered = session.read<boolean, never>(async (db) => {
    const { rows } = await sql`select from events where id is null limit 1`.execute(db);
    return ok(rows.length > 0);
  }, options);
  return hasUnnumbered.andThen((isNeeded) =>
    isNeeded
      ? numberSome(session, options).andThen(() => numberEvents(session, options))
      : okAsync(),
  );
}

/** Numbers the oldest events that have no id. */
function numberSome(
  session: NumberingSession,
  options: CallOptions | undefined,
): ResultAsync<void, StoreUnavailable> {
  return session.write<void, never>(
    async (transaction) => {
      await session.settleCommits?.(transaction);
      // One transaction at a time, on all nodes. The next statement sees the ids that the one before gave.
      await sql`select id from ${sql.table(MIGRATION_LOCK_TABLE)} for update`.execute(transaction);
      await sql`
      with unnumbered as (
        select no, row_number() over (order by no) as nth
        from (select no from events where id is null order by no limit ${MAX_NUMBERED}) as oldest
      )
      update events e
      set id = (select coalesce(max(id), 0) from events) + u.nth
      from unnumbered u
      where e.no = u.no`.execute(transaction);
      return ok();
    },
    { ...options, turn: 'events' },
  );
}
