import { type ScheduledChangeRequest, toResultAsync } from '@forewarn/core';
import type { ProjectRepository } from '@forewarn/record';
import type {
  AddedPorts,
  FollowerStore,
  ScheduledChangeRequestReader,
  Store,
  StorePorts,
} from '@forewarn/store';
import { sql } from 'kysely';
import { err, ok } from 'neverthrow';
import { bodyAt } from './projection/change-request-rows.ts';
import { UNNUMBERED } from './reads/gone-in.ts';
import type { SqlSession } from './session/sql-session.ts';
import type { SqlCapability } from './sql-capability.ts';
import { sqlTransfer } from './transfer/sql-transfer.ts';
import { eventTail } from './writes/event-tail.ts';
import { sqlApiKeys } from './writes/sql-api-keys.ts';
import { listEvents } from './writes/sql-events.ts';
import { sqlFollowing } from './writes/sql-following.ts';
import { sqlNames } from './writes/sql-names.ts';
import { sqlProjects } from './writes/sql-projects.ts';
import { type DeleteUnlessLocked, sqlStrategies } from './writes/sql-strategies.ts';
import { sqlWriter } from './writes/sql-writer.ts';

/** The parts in which SQL stores differ. */
type OwnParts = Pick<ScheduledChangeRequestReader, 'search' | 'impact' | 'list' | 'forecast'> &
  Pick<Store, 'close'> &
  Partial<Pick<Store, 'check'>> & {
    /** A faster way to delete most strategy definitions. */
    readonly deleteUnlessLocked?: DeleteUnlessLocked | undefined;
    readonly deleteProject?: ProjectRepository['delete'];
  };

/** Makes a SQL store from its session, the parts in which SQL stores differ, and what capabilities add. */
export function sqlStore<Added extends readonly SqlCapability[] = readonly []>(
  given: SqlSession,
  { search, impact, list, forecast, ...own }: OwnParts,
  capabilities?: Added,
): FollowerStore & AddedPorts<Added> {
  const { deleteUnlessLocked, deleteProject, check, close } = own;
  const added: readonly SqlCapability[] = capabilities ?? [];
  const { numberEvents } = given;
  const events = listEvents(given);
  const tail = eventTail(events);
  const session: SqlSession = {
    ...given,
    write: (work, options) => given.write(work, options).andTee(tail.wake),
    writeLong: (work, options) => given.writeLong(work, options).andTee(tail.wake),
    keepChanges: async (transaction, changes) => {
      for (const { keepChanges } of added) await keepChanges?.(transaction, changes);
    },
  };
  const store: FollowerStore = {
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
  return Object.assign(
    store,
    ...added.map(({ portsOver }) => portsOver(session)),
  ) as FollowerStore & AddedPorts<Added>;
}

/** The ports of a store that use cases call. */
export function portsOf(store: FollowerStore): Required<StorePorts> {
  const { reader, writer, strategies, projects, events, names, origins } = store;
  // A subscription sees only what is committed, and so is no part of a transaction.
  const list: StorePorts['events']['list'] = (query, options) => events.list(query, options);
  return { reader, writer, strategies, projects, events: { list }, names, origins };
}
