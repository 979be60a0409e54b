import {
  covers,
  cutFairly,
  doubtsIn,
  matchesAny,
  MAX_LISTED,
  MAX_LISTED_BYTES,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestReader,
  targetsOf,
} from '@forewarn/core';
import { coverageOf, type SqlSession } from '@forewarn/store-sql';
import { ok } from 'neverthrow';

/** Reads all change requests in one statement, and asks the rule about each. */
export function plainImpact(session: SqlSession): Pick<ScheduledChangeRequestReader, 'impact'> {
  return {
    impact: ({ asked, projectIds }, options) =>
      session.read(async (db) => {
        const rows = await db
          .selectFrom('projects as p')
          .leftJoin('change_requests as c', 'c.project_id', 'p.id')
          .select(['p.id as projectId', 'p.coverage', 'c.body'])
          .orderBy('p.id')
          .orderBy('c.id')
          .execute();
        const within = rows.filter(({ projectId }) => projectIds.includes(projectId));
        const stored = within.flatMap(({ body }) =>
          body === null
            ? []
            : [{ body, changeRequest: JSON.parse(body) as ScheduledChangeRequest }],
        );
        const lists = asked.flatMap((each) => [
          stored.filter(({ changeRequest }) => matchesAny(targetsOf(changeRequest), [each.target])),
          stored.filter(({ changeRequest }) =>
            doubtsIn(changeRequest).some((doubt) => covers(doubt, each)),
          ),
        ]);
        const listed = cutFairly(
          lists.map((list) => list.slice(0, MAX_LISTED)),
          ({ body }) => Buffer.byteLength(body),
          MAX_LISTED_BYTES,
        ).map((list) => list.map(({ changeRequest }) => changeRequest));
        return ok({
          projects: [
            ...new Map(
              within.map(({ projectId, coverage }) => [
                projectId,
                { projectId, coverage: coverageOf(coverage) },
              ]),
            ).values(),
          ],
          hasOtherProjects: within.length < rows.length,
          targets: asked.map((_, index) => ({
            count: lists[2 * index]?.length ?? 0,
            touching: listed[2 * index] ?? [],
            isDoubtful: (lists[2 * index + 1] ?? []).length > 0,
            doubtful: listed[2 * index + 1] ?? [],
          })),
        });
      }, options),
  };
}
