import type { ScheduledChangeRequestReader, Store } from '@forewarn/core';
import { sql } from 'kysely';
import { ok } from 'neverthrow';
import { sqlApiKeys } from './sql-api-keys.ts';
import { sqlEvents } from './sql-events.ts';
import { sqlProjects } from './sql-projects.ts';
import { sqlReader } from './sql-reader.ts';
import type { SqlSession } from './sql-session.ts';
import { sqlStrategies } from './sql-strategies.ts';
import { sqlTransfer } from './sql-transfer.ts';
import { sqlWriter } from './sql-writer.ts';

/**
 * Completes a SQL store: what differs between databases is its own, the rest is shared. One that knows a faster way with
 * strategy definitions brings that, too.
 */
export function sqlStore(
  session: SqlSession,
  {
    search,
    strategies,
    close,
  }: Pick<ScheduledChangeRequestReader, 'search'> &
    Partial<Pick<Store, 'strategies'>> &
    Pick<Store, 'close'>,
): Store {
  return {
    reader: sqlReader(session, { search }),
    writer: sqlWriter(session),
    strategies: strategies ?? sqlStrategies(session),
    projects: sqlProjects(session),
    events: sqlEvents(session),
    apiKeys: sqlApiKeys(session),
    transfer: sqlTransfer(session),
    check: (options) =>
      session.read(async (db) => {
        await sql`select 1 from projection`.execute(db);
        return ok();
      }, options),
    close,
  };
}
