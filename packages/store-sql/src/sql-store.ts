import {
  isPlanned,
  type ProjectRepository,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestReader,
  scheduledAtOf,
  type Store,
  type StorePorts,
} from '@forewarn/core';
import {
  compareListingPlaces,
  isListed,
  listingEntryOf,
  listingPlaceOf,
} from '@forewarn/core/adapter';
import { coveragesOf } from './reads/project-rows.ts';
import type { EventRepository, FollowerStore } from '@forewarn/core/operator';
import { sql } from 'kysely';
import { err, ok } from 'neverthrow';
import { sqlApiKeys } from './writes/sql-api-keys.ts';
import { sqlEvents } from './writes/sql-events.ts';
import { sqlFollowing } from './writes/sql-following.ts';
import { sqlNames } from './writes/sql-names.ts';
import { sqlProjects } from './writes/sql-projects.ts';
import { bodyAt } from './projection/change-request-rows.ts';
import type { SqlSession } from './session/sql-session.ts';
import { type DeleteUnlessLocked, sqlStrategies } from './writes/sql-strategies.ts';
import { sqlTransfer } from './transfer/sql-transfer.ts';
import { sqlWriter } from './writes/sql-writer.ts';

/** The parts in which SQL stores differ. */
type OwnParts = Pick<ScheduledChangeRequestReader, 'search' | 'impact' | 'list'> &
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
  { search, impact, list, deleteUnlessLocked, deleteProject, ...own }: OwnParts,
): FollowerStore {
  return {
    reader: {
      search,
      impact,
      list,
      forecast: ({ now, projectIds, environments, from, to, after, limit, only }, options) =>
        session.read(async (db) => {
          const rows = await db.selectFrom('change_requests').select('body').execute();
          const all = rows.map(({ body }) => JSON.parse(body) as ScheduledChangeRequest);
          const isOnly = ({ project, id }: ScheduledChangeRequest): boolean =>
            only !== undefined && project === only.projectId && id === only.id;
          const planned = all.filter((each) => isPlanned(each) && scheduledAtOf(each) >= now);
          const found = planned
            .filter((each) => projectIds.includes(each.project))
            .filter((each) => only === undefined || isOnly(each))
            .filter((each) => isListed(listingEntryOf(each), { environments, from, to }))
            .map(listingPlaceOf)
            .filter((place) => after === undefined || compareListingPlaces(place, after) > 0)
            .toSorted(compareListingPlaces);
          const candidates = found.slice(0, limit);
          const next = candidates.at(-1);
          const others = all.filter((each) => isOnly(each) && projectIds.includes(each.project));
          const projects = await db.selectFrom('projects').selectAll().orderBy('id').execute();
          return ok({
            projects: coveragesOf(projects),
            candidates,
            ...(found.length > limit && next !== undefined ? { next } : {}),
            scheduled: [...new Set([...planned, ...others])],
          });
        }, options),
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
