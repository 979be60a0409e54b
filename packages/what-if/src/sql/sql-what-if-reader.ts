import { isSearched, toResultAsync } from '@forewarn/core';
import { gapsIn, goneIn, HAS_PLAN, onceNumbered } from '@forewarn/forecast/sql';
import { compareListingPlaces, type ListingPlace } from '@forewarn/record';
import {
  allCoveragesIn,
  coveragesOf,
  integer,
  limitedBodies,
  type ReadDialect,
  type SqlSession,
  type Tables,
  touchOf,
} from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import { editedIds, touchedBy } from '../edit.ts';
import { scheduleAround } from '../schedule-around.ts';
import type { StoredSchedule } from '../stored-schedule.ts';
import type { WhatIfFindings, WhatIfQuery, WhatIfReader } from '../what-if-reader.ts';

/** The previews of any SQL store. */
export const sqlWhatIfReader = (session: SqlSession): WhatIfReader => ({
  around: (query, options) =>
    onceNumbered(session, options, () =>
      toResultAsync(
        session.readLong((db, signal) => aroundIn(db, query, session.reads, signal), options),
      ),
    ),
});

/** The database must see one moment. */
async function aroundIn(
  db: Kysely<Tables>,
  query: WhatIfQuery,
  dialect: SqlSession['reads'],
  signal?: AbortSignal,
): Promise<WhatIfFindings> {
  const projects = await dialect.projectsIn(db, [query.projectId]);
  const { coverages, count } = await allCoveragesIn(db);
  const gone = await goneIn(db, count, dialect, touchedBy(query));
  const { now } = query;
  const projectIds = projects.map(({ id }) => id);
  const asked = { now, projectIds, except: editedIds(query.edits) };
  const gaps = await gapsIn(db, asked, projectIds, dialect);
  const found = { projects: coveragesOf(projects), coverages, gone, ...gaps };
  const stored = sqlSchedule(db, dialect, signal);
  return { ...found, ...(await scheduleAround(stored, { ...query, gone }, { signal })) };
}

const WHERE = { touch: sql`true`, effect: HAS_PLAN.effect, dependency: HAS_PLAN.dependency };

/** The schedule of a database, which must see one moment. */
const sqlSchedule = (
  db: Kysely<Tables>,
  dialect: ReadDialect,
  signal: AbortSignal | undefined,
): StoredSchedule => ({
  read: async (keys, maxBytes) => {
    const lists = new Map([['all', keys]]);
    const bodies = await limitedBodies(db, lists, maxBytes, dialect, signal, true);
    return bodies.get('all');
  },
  soonest: async ({ targets, how, from, limit }) => {
    const lists: (readonly ListingPlace[])[] = targets.map(() => []);
    const asked = {
      targets: targets.flatMap((target, no) =>
        isSearched(target) ? [{ no, ...touchOf(target) }] : [],
      ),
      where: sql`${WHERE[how]} and t.scheduled_at >= ${from}`,
      limit,
    };
    if (asked.targets.length === 0) return lists;
    for await (const { no, found } of dialect.soonestTouching(db, asked)) {
      signal?.throwIfAborted();
      const places = found.map(([projectId, id, scheduledAt]) => {
        return { scheduledAt: integer(scheduledAt), projectId, id: integer(id) };
      });
      lists[integer(no)] = places.toSorted(compareListingPlaces).slice(0, limit);
    }
    return lists;
  },
});
