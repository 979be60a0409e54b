import {
  findingsAmong,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestReader,
} from '@forewarn/core';
import { coveragesOf, type SqlSession } from '@forewarn/store-sql';
import { ok } from 'neverthrow';

/** Reads all change requests in one statement, and asks the rule about each. */
export function plainImpact(session: SqlSession): Pick<ScheduledChangeRequestReader, 'impact'> {
  return {
    impact: ({ asked, projectIds }, options) =>
      session.read(async (db) => {
        const rows = await db
          .selectFrom('projects as p')
          .leftJoin('change_requests as c', 'c.project_id', 'p.id')
          .select(['p.id', 'p.coverage', 'c.body'])
          .orderBy('p.id')
          .orderBy('c.id')
          .execute();
        const within = rows.filter(({ id }) => projectIds.includes(id));
        const stored = within.flatMap(({ body }) =>
          body === null ? [] : [JSON.parse(body) as ScheduledChangeRequest],
        );
        const projects = new Map(within.map((row) => [row.id, row]));
        return ok({
          projects: coveragesOf([...projects.values()]),
          hasOtherProjects: within.length < rows.length,
          targets: findingsAmong(stored, asked),
        });
      }, options),
  };
}
