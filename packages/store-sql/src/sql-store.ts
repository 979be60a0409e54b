import { type ScheduledChangeRequest, toResultAsync } from '@forewarn/core';
import { Waiters } from '@forewarn/platform';
import type { ProjectRepository } from '@forewarn/record';
import type {
  CapabilityPorts,
  StoreWithNames,
  ScheduledChangeRequestReader,
  Store,
  StorePorts,
} from '@forewarn/store';
import { sql } from 'kysely';
import { err, ok } from 'neverthrow';
import { bodyAt } from './projection/change-request-rows.ts';
import { impactIn } from './reads/impact-in.ts';
import { pageIn } from './reads/page-in.ts';
import type { SqlSession } from './session/sql-session.ts';
import type { SqlCapability } from './sql-capability.ts';
import { sqlTransfer } from './transfer/sql-transfer.ts';
import { listEvents } from './writes/sql-events.ts';
import { sqlNames } from './writes/sql-names.ts';
import { sqlProjects } from './writes/sql-projects.ts';
import { type DeleteUnlessLocked, sqlDefinitions } from './writes/sql-definitions.ts';
import { sqlWriter } from './writes/sql-writer.ts';

/** The parts in which SQL stores differ. */
type OwnParts = Pick<ScheduledChangeRequestReader, 'search'> &
  Pick<Store, 'close'> &
  Partial<Pick<Store, 'check'>> & {
    /** A faster way to delete most strategy definitions. */
    readonly deleteUnlessLocked?: DeleteUnlessLocked | undefined;
    readonly deleteProject?: ProjectRepository['delete'];
  };

/** Makes a SQL store from its session, the parts in which SQL stores differ, and what capabilities add. */
export function sqlStore<Capabilities extends readonly SqlCapability[] = readonly []>(
  given: SqlSession,
  { search, deleteUnlessLocked, deleteProject, check, close }: OwnParts,
  capabilities?: Capabilities,
): StoreWithNames & CapabilityPorts<Capabilities> {
  const events = listEvents(given);
  const commits = new Waiters();
  const wake = () => commits.wake();
  let isOpen = true;
  const session: SqlSession = {
    ...given,
    hooks: capabilities ?? [],
    write: (work, options) => given.write(work, options).andTee(wake),
    writeLong: (work, options) => given.writeLong(work, options).andTee(wake),
  };
  const store: StoreWithNames = {
    reader: {
      search,
      impact: (query, options) =>
        session.readLong((db, signal) => impactIn(db, query, session.reads, signal), options),
      list: (query, options) =>
        session.readLong((db, signal) => pageIn(db, query, session.reads, signal), options),
      find: (key, options) =>
        session.read(async (db) => {
          const row = await bodyAt(session, db, key).executeTakeFirst();
          return row === undefined
            ? err({ type: 'ChangeRequestNotFound', ...key })
            : ok(JSON.parse(row.body) as ScheduledChangeRequest);
        }, options),
    },
    writer: sqlWriter(session),
    strategies: sqlDefinitions(
      session,
      deleteUnlessLocked && ((...args) => deleteUnlessLocked(...args).andTee(wake)),
    ),
    projects: {
      ...sqlProjects(session),
      ...(deleteProject && {
        delete: (...args) => toResultAsync(deleteProject(...args)).andTee(wake),
      }),
    },
    events: {
      list: events,
      committed: async (signal) => {
        if (isOpen) await commits.wait(signal);
      },
    },
    transfer: sqlTransfer(session),
    names: sqlNames(session),
    check:
      check ??
      ((options) =>
        session.read(async (db) => {
          await sql`select 1 from projection`.execute(db);
          return ok();
        }, options)),
    close: async () => {
      await close();
      // Not before: who is woken reads again, and must get the error.
      isOpen = false;
      wake();
    },
  };
  return { ...store, ...capabilityPorts(session, capabilities) };
}

const capabilityPorts = <Capabilities extends readonly SqlCapability[]>(
  session: SqlSession,
  capabilities: Capabilities | undefined,
): CapabilityPorts<Capabilities> & object =>
  Object.assign({}, ...(capabilities ?? []).map(({ portsOver }) => portsOver(session))) as object &
    CapabilityPorts<Capabilities>;

/** The ports that use cases call, with those of capabilities. */
export type PortsWith<Capabilities extends readonly SqlCapability[]> = StorePorts &
  Required<Pick<StorePorts, 'names'>> &
  CapabilityPorts<Capabilities>;

/** The ports of a store that use cases call, with those of capabilities. */
export function portsWith<const Capabilities extends readonly SqlCapability[]>(
  store: StoreWithNames,
  session: SqlSession,
  capabilities: Capabilities | undefined,
): PortsWith<Capabilities> {
  const { reader, writer, strategies, projects, events, names } = store;
  // What is committed is no part of a transaction.
  const list: StorePorts['events']['list'] = (query, options) => events.list(query, options);
  const own = { reader, writer, strategies, projects, events: { list }, names };
  return { ...own, ...capabilityPorts(session, capabilities) };
}
