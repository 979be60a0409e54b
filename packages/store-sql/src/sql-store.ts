import type { Store } from '@forewarn/core';
import { sql } from 'kysely';
import { ok } from 'neverthrow';
import { sqlApiKeys } from './sql-api-keys.ts';
import { sqlEvents } from './sql-events.ts';
import { sqlProjects } from './sql-projects.ts';
import { sqlRecorder } from './sql-recorder.ts';
import type { SqlSession } from './sql-session.ts';
import { sqlStrategies } from './sql-strategies.ts';
import { sqlTransfer } from './sql-transfer.ts';

/**
 * Completes a SQL store: what differs between databases is its own, the rest is shared. One that knows a faster way with
 * strategy definitions brings that, too.
 */
export function sqlStore(
  session: SqlSession,
  own: Pick<Store, 'scheduledChangeRequests' | 'close'> & Partial<Pick<Store, 'strategies'>>,
): Store {
  return {
    strategies: sqlStrategies(session),
    ...own,
    recorder: sqlRecorder(session),
    projects: sqlProjects(session),
    events: sqlEvents(session),
    apiKeys: sqlApiKeys(session),
    transfer: sqlTransfer(session),
    check: () =>
      session.read(async (db) => {
        await sql`select 1 from projection`.execute(db);
        return ok();
      }),
  };
}
