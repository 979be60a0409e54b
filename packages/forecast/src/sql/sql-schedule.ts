import { isSearched } from '@forewarn/core';
import { compareListingPlaces, type ListingPlace } from '@forewarn/record';
import {
  integer,
  limitedBodies,
  type ReadDialect,
  type Tables,
  touchOf,
} from '@forewarn/store-sql';
import { type Kysely, sql } from 'kysely';
import type { StoredSchedule } from '../stored-schedule.ts';
import { HAS_INFLUENCE } from './influence-codes.ts';

const WHERE = {
  touch: sql`exists (
    select 1 from change_requests c
    where c.project_id = t.project_id and c.id = t.change_request_id and c.status = 'pending')`,
  // Only pending change requests have influences.
  effect: HAS_INFLUENCE.effect,
  dependency: HAS_INFLUENCE.dependency,
};

/** The schedule of a database, which must see one moment. */
export const sqlSchedule = (
  db: Kysely<Tables>,
  dialect: ReadDialect,
  signal: AbortSignal | undefined,
): StoredSchedule => ({
  read: async (keys, maxBytes) => {
    const lists = new Map([['all', keys]]);
    const bodies = await limitedBodies(db, lists, maxBytes, dialect, signal, true);
    return bodies.get('all');
  },
  readFirst: async (keys, maxBytes) => {
    const lists = new Map([['first', keys]]);
    return (await limitedBodies(db, lists, maxBytes, dialect, signal)).get('first') ?? [];
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
