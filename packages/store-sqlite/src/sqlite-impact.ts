import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type ImpactFindings,
  type ImpactSearch,
  inFairOrder,
  MAX_LISTED_BYTES,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestReader,
} from '@forewarn/core';
import { coverageOf, type SqlSession, type StatementObserver } from '@forewarn/store-sql';
import { ok } from 'neverthrow';
import {
  type Found,
  prepareWalk,
  ProjectionWalk,
  TOUCHES,
  type WalkStatements,
} from './projection-walk.ts';
import { ProjectsAsked } from './projects-asked.ts';
import type { SlicedReads } from './sliced-reads.ts';
import type { Slices } from './slices.ts';

const PROJECTS = `
  select p.id, p.coverage from json_each(?) asked cross join projects p on p.id = asked.value
  order by p.id`;
const PROJECT_COUNT = 'select count(*) as count from projects';
const BODY = `
  select body, octet_length(body) as bytes from change_requests where project_id = ? and id = ?`;

interface Statements extends WalkStatements {
  readonly projects: StatementSync;
  readonly projectCount: StatementSync;
  readonly body: StatementSync;
}

interface BodyRow {
  readonly body: string;
  /** The size of the body in UTF-8. */
  readonly bytes: number;
}

/** Each impact walks through the projection in slices, between which the event loop runs. */
export function sqliteImpact(
  session: SqlSession,
  reader: DatabaseSync,
  read: SlicedReads,
  observer?: StatementObserver,
): Pick<ScheduledChangeRequestReader, 'impact'> {
  const statements = {
    ...prepareWalk(reader),
    projects: reader.prepare(PROJECTS),
    projectCount: reader.prepare(PROJECT_COUNT),
    body: reader.prepare(BODY),
  };
  const observed = <T>(send: () => Promise<T>): Promise<T> =>
    observer === undefined ? send() : observer.statement(TOUCHES, send);
  return {
    impact: (search, options) =>
      session.read(
        async () =>
          ok(await observed(() => read((slices) => impactOf(statements, search, slices), options))),
        options,
      ),
  };
}

async function impactOf(
  statements: Statements,
  { asked, projectIds }: ImpactSearch,
  slices: Slices,
): Promise<ImpactFindings> {
  const projects = statements.projects.all(JSON.stringify(projectIds)) as unknown as readonly {
    readonly id: string;
    readonly coverage: string | null;
  }[];
  const walk = new ProjectionWalk(
    statements,
    new ProjectsAsked(projects.map(({ id }) => id)),
    slices,
  );
  const counts: number[] = [];
  const lists: (readonly Found[])[] = [];
  for (const each of asked) {
    const { count, first } = await walk.touching(each);
    counts.push(count);
    lists.push(first, await walk.doubtful(each));
    if (slices.isOver) await slices.next();
  }
  const listed = await listFairly(statements, lists, slices);
  return {
    projects: projects.map(({ id, coverage }) => {
      return { projectId: id, coverage: coverageOf(coverage) };
    }),
    hasOtherProjects: Number(statements.projectCount.get()?.['count']) > projects.length,
    targets: counts.map((count, index) => ({
      count,
      touching: listed[2 * index] ?? [],
      isDoubtful: (lists[2 * index + 1] ?? []).length > 0,
      doubtful: listed[2 * index + 1] ?? [],
    })),
  };
}

/** Reads the change requests of lists, as many as an impact may list: `cutFairly` of `@forewarn/core` in slices. */
async function listFairly(
  { body }: Statements,
  lists: readonly (readonly Found[])[],
  slices: Slices,
): Promise<readonly (readonly ScheduledChangeRequest[])[]> {
  const read = new Map<Found, ScheduledChangeRequest>();
  const listed = lists.map((): ScheduledChangeRequest[] => []);
  let total = 0;
  for (const [index, found] of inFairOrder(lists)) {
    if (slices.isOver) await slices.next();
    let changeRequest = read.get(found);
    if (changeRequest === undefined) {
      const { body: text, bytes } = body.get(found.projectId, found.id) as unknown as BodyRow;
      total += bytes;
      if (total > MAX_LISTED_BYTES && read.size > 0) return listed;
      changeRequest = JSON.parse(text) as ScheduledChangeRequest;
      read.set(found, changeRequest);
    }
    listed[index]?.push(changeRequest);
  }
  return listed;
}
