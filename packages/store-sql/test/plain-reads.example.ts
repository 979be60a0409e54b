import type { ScheduledChangeRequestReader } from '@forewarn/store';
import {
  forecastIn,
  impactIn,
  pageIn,
  portableReadDialect,
  type SqlSession,
  type Tables,
} from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { ok } from 'neverthrow';

/** Reads impacts, listings and forecasts in the statements that every SQL database runs. */
export function plainReads(
  session: SqlSession,
): Pick<ScheduledChangeRequestReader, 'impact' | 'list' | 'forecast'> {
  const dialect = portableReadDialect(session.jsonRows);
  const atOneMoment = <T>(db: Kysely<Tables>, read: (db: Kysely<Tables>) => Promise<T>) =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
  return {
    impact: (search, options) =>
      session.read(
        async (db) => ok(await atOneMoment(db, (own) => impactIn(own, search, dialect))),
        options,
      ),
    list: (query, options) =>
      session.read(
        async (db) => ok(await atOneMoment(db, (own) => pageIn(own, query, dialect))),
        options,
      ),
    forecast: (query, options) =>
      session.read(
        async (db) => ok(await atOneMoment(db, (own) => forecastIn(own, query, dialect))),
        options,
      ),
  };
}
