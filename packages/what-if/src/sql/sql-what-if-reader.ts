import { toResultAsync } from '@forewarn/core';
import { gapsIn, goneIn, onceNumbered, sqlSchedule } from '@forewarn/forecast/sql';
import { allCoveragesIn, coveragesOf, type SqlSession, type Tables } from '@forewarn/store-sql';
import type { Kysely } from 'kysely';
import { editedIds, touchedBy } from '../edit.ts';
import { scheduleAround } from '../schedule-around.ts';
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
