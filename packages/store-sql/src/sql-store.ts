import type { ProjectRepository } from '@forewarn/record';
import { type ScheduledChangeRequest, toResultAsync } from '@forewarn/core';
import type {
  FollowerStore,
  ScheduledChangeRequestReader,
  ServiceStore,
  Store,
  StorePorts,
} from '@forewarn/store';
import { sql } from 'kysely';
import { err, ok } from 'neverthrow';
import { sqlAlerts } from './writes/sql-alerts.ts';
import { sqlApiKeys } from './writes/sql-api-keys.ts';
import { sqlDeliveries } from './writes/sql-deliveries.ts';
import { eventTail } from './writes/event-tail.ts';
import { listEvents } from './writes/sql-events.ts';
import { sqlFollowing } from './writes/sql-following.ts';
import { sqlNames } from './writes/sql-names.ts';
import { sqlProjects } from './writes/sql-projects.ts';
import { UNNUMBERED } from './reads/gone-in.ts';
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
  };

/** Makes a SQL store from its session and the parts in which SQL stores differ. */
export function sqlStore(
  given: SqlSession,
  { search, impact, list, forecast, ...own }: OwnParts,
): ServiceStore {
  const { deleteUnlessLocked, deleteProject, check, close } = own;
  const { numberEvents } = given;
  const events = listEvents(given);
  const tail = eventTail(events);
  const session: SqlSession = {
    ...given,
    write: (work, options) => given.write(work, options).andTee(tail.wake),
    writeLong: (work, options) => given.writeLong(work, options).andTee(tail.wake),
  };
  return {
    reader: {
      search,
      impact,
      list,
      forecast: (query, options) =>
        toResultAsync(forecast(query, options)).andThen((found) =>
          numberEvents !== undefined && found.gone.some(({ event }) => event?.id === UNNUMBERED)
            ? numberEvents(options).andThen(() => toResultAsync(forecast(query, options)))
            : ok(found),
        ),
      find: (key, options) =>
        session.read(async (db) => {
          const row = await bodyAt(session, db, key).executeTakeFirst();
          return row === undefined
            ? err({ type: 'ChangeRequestNotFound', ...key })
            : ok(JSON.parse(row.body) as ScheduledChangeRequest);
        }, options),
    },
    writer: sqlWriter(session),
    strategies: sqlStrategies(
      session,
      deleteUnlessLocked && ((...args) => deleteUnlessLocked(...args).andTee(tail.wake)),
    ),
    projects: {
      ...sqlProjects(session),
      ...(deleteProject && {
        delete: (...args) => toResultAsync(deleteProject(...args)).andTee(tail.wake),
      }),
    },
    events: { list: events, subscribe: tail.subscribe },
    apiKeys: sqlApiKeys(session),
    transfer: sqlTransfer(session),
    names: sqlNames(session),
    ...sqlFollowing(session),
    alerts: sqlAlerts(session),
    webhooks: sqlWebhooks(session),
    deliveries: sqlDeliveries(session),
    check:
      check ??
      ((options) =>
        session.read(async (db) => {
          await sql`select 1 from projection`.execute(db);
          return ok();
        }, options)),
    close: async () => {
      await close();
      tail.wake();
    },
  };
}

/** The ports of a store that use cases call. */
export function portsOf(store: FollowerStore): Required<StorePorts> {
  const { reader, writer, strategies, projects, events, names, origins } = store;
  // A subscription sees only what is committed, and so is no part of a transaction.
  const list: StorePorts['events']['list'] = (query, options) => events.list(query, options);
  return { reader, writer, strategies, projects, events: { list }, names, origins };
}
