import type {
  ProjectRepository,
  ScheduledChangeRequest,
  ScheduledChangeRequestReader,
  Store,
  StorePorts,
} from '@forewarn/core';
import type { EventRepository, FollowerStore, ServiceStore } from '@forewarn/core/operator';
import { sql } from 'kysely';
import { err, ok } from 'neverthrow';
import { sqlAlerts } from './writes/sql-alerts.ts';
import { sqlApiKeys } from './writes/sql-api-keys.ts';
import { sqlDeliveries } from './writes/sql-deliveries.ts';
import { sqlEvents } from './writes/sql-events.ts';
import { sqlFollowing } from './writes/sql-following.ts';
import { sqlNames } from './writes/sql-names.ts';
import { sqlProjects } from './writes/sql-projects.ts';
import { bodyAt } from './projection/change-request-rows.ts';
import type { SqlSession } from './session/sql-session.ts';
import { type DeleteUnlessLocked, sqlStrategies } from './writes/sql-strategies.ts';
import { sqlTransfer } from './transfer/sql-transfer.ts';
import { sqlWebhooks } from './writes/sql-webhooks.ts';
import { sqlWriter } from './writes/sql-writer.ts';

/** The parts in which SQL stores differ. */
type OwnParts = Pick<ScheduledChangeRequestReader, 'search' | 'impact' | 'list' | 'forecast'> &
  Pick<Store, 'close'> &
  Partial<Pick<Store, 'check'>> & {
    /** A faster way to delete most strategy definitions. */
    readonly deleteUnlessLocked?: DeleteUnlessLocked | undefined;
    readonly deleteProject?: ProjectRepository['delete'];
    readonly events?: EventRepository;
  };

/** Makes a SQL store from its session and the parts in which SQL stores differ. */
export function sqlStore(
  session: SqlSession,
  { search, impact, list, forecast, deleteUnlessLocked, deleteProject, ...own }: OwnParts,
): ServiceStore {
  return {
    reader: {
      search,
      impact,
      list,
      forecast,
      find: (key, options) =>
        session.read(async (db) => {
          const row = await bodyAt(session, db, key).executeTakeFirst();
          return row === undefined
            ? err({ type: 'ChangeRequestNotFound', ...key })
            : ok(JSON.parse(row.body) as ScheduledChangeRequest);
        }, options),
    },
    writer: sqlWriter(session),
    strategies: sqlStrategies(session, deleteUnlessLocked),
    projects: {
      ...sqlProjects(session),
      ...(deleteProject === undefined ? {} : { delete: deleteProject }),
    },
    events: sqlEvents(session),
    apiKeys: sqlApiKeys(session),
    transfer: sqlTransfer(session),
    names: sqlNames(session),
    ...sqlFollowing(session),
    alerts: sqlAlerts(session),
    webhooks: sqlWebhooks(session),
    deliveries: sqlDeliveries(session),
    check: (options) =>
      session.read(async (db) => {
        await sql`select 1 from projection`.execute(db);
        return ok();
      }, options),
    ...own,
  };
}

/** The ports of a store that use cases call. */
export function portsOf(store: FollowerStore): Required<StorePorts> {
  const { reader, writer, strategies, projects, events, names, origins } = store;
  return { reader, writer, strategies, projects, events, names, origins };
}
