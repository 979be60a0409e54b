import type {
  Precondition,
  PreconditionFailed,
  ProjectNotFound,
  PutOutcome,
  ScheduledChangeRequest,
} from '@forewarn/core';
import { type Selectable, sql, type Transaction } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import {
  CHANGE_REQUEST_NAMES,
  changeRequestRow,
  changeRequestRows,
  idRows,
  replaceChangeRequests,
} from '../projection/change-request-rows.ts';
import { coverProjects } from './cover-projects.ts';
import { definitionsIn, keepDefinitions } from '../transfer/keep-definitions.ts';
import { insertProjection, projectionOf } from '../projection/projection.ts';
import { eventRow, recordEvents } from './record-event.ts';
import type { SqlSession } from '../session/sql-session.ts';
import type { ChangeRequestsTable, EventsTable, Tables } from '../schema/tables.ts';

/** One write: where it happens, and by which principal. */
export interface Write {
  readonly session: SqlSession;
  readonly transaction: Transaction<Tables>;
  readonly by: string;
}

/** The result of recording change requests of one project one after the other. */
interface Plan {
  readonly recorded: readonly PutOutcome[];
  /** Those that are not as they were, each as it is in the end. */
  readonly changed: readonly ScheduledChangeRequest[];
  /** The rows of {@link changed}. */
  readonly rows: readonly Selectable<ChangeRequestsTable>[];
  readonly events: readonly Omit<EventsTable, 'id' | 'created_at'>[];
}

/**
 * Records change requests as if one after the other, with the same few statements for any number of them. Retries the
 * transaction when another writer added one of them at the same time.
 */
export async function putAll(
  { session, transaction, by }: Write,
  changeRequests: readonly ScheduledChangeRequest[],
  onlyIf: Precondition | undefined,
): Promise<Result<readonly PutOutcome[], ProjectNotFound | PreconditionFailed>> {
  const projects = [...new Set(changeRequests.map(({ project }) => project))];
  // One batch at a time writes to a project.
  const there = await coverProjects(session, transaction, projects);
  const missing = projects.find((project) => !there.has(project));
  if (missing !== undefined) return err({ type: 'ProjectNotFound', projectId: missing });
  const bodies = await bodiesOf(session, transaction, changeRequests);
  const storedOf = ({ project, id }: ScheduledChangeRequest) => {
    const body = bodies.get(keyOf(project, id));
    return body === undefined ? undefined : (JSON.parse(body) as ScheduledChangeRequest);
  };
  if (onlyIf !== undefined && !changeRequests.every((each) => onlyIf(storedOf(each)))) {
    return err({ type: 'PreconditionFailed' });
  }
  const plan = planOf(changeRequests, bodies, by);
  const projection = projectionOf(plan.changed);
  await keepDefinitions(session, transaction, definitionsIn(projection));
  for (const [projectId, ofProject] of Map.groupBy(plan.rows, (row) => row.project_id)) {
    await write(session, transaction, projectId, ofProject, bodies);
  }
  await insertProjection(transaction, session.jsonRows, projection);
  await recordEvents(transaction, session.jsonRows, plan.events);
  return ok(plan.recorded);
}

const keyOf = (project: string, id: number): string => `${id} ${project}`;

/** The stored texts, locked against other writers. */
async function bodiesOf(
  session: SqlSession,
  transaction: Transaction<Tables>,
  changeRequests: readonly ScheduledChangeRequest[],
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>();
  for (const [project, ofProject] of Map.groupBy(changeRequests, (each) => each.project)) {
    const query = transaction
      .selectFrom('change_requests')
      .select(['id', 'body'])
      .where('project_id', '=', project)
      .where('id', 'in', idRows(session.jsonRows, ofProject))
      .orderBy('id');
    for (const { id, body } of await session.forUpdate(query).execute()) {
      bodies.set(keyOf(project, id), body);
    }
  }
  return bodies;
}

function planOf(
  changeRequests: readonly ScheduledChangeRequest[],
  before: ReadonlyMap<string, string>,
  by: string,
): Plan {
  const now = new Map(before);
  const changed = new Map<string, ScheduledChangeRequest>();
  const rows = new Map<string, Selectable<ChangeRequestsTable>>();
  const events: Plan['events'][number][] = [];
  const recorded = changeRequests.map((changeRequest): PutOutcome => {
    const { project, id, environment } = changeRequest;
    const key = keyOf(project, id);
    const there = now.get(key);
    const body = JSON.stringify(changeRequest);
    if (there === body) return 'unchanged';
    now.set(key, body);
    changed.set(key, changeRequest);
    rows.set(key, changeRequestRow(changeRequest, body));
    events.push(
      eventRow('change-request-scheduled', { data: body, preData: there ?? null }, by, {
        project,
        environment,
      }),
    );
    return there === undefined ? 'created' : 'replaced';
  });
  return { recorded, changed: [...changed.values()], rows: [...rows.values()], events };
}

async function write(
  { jsonRows }: SqlSession,
  transaction: Transaction<Tables>,
  projectId: string,
  rows: readonly Selectable<ChangeRequestsTable>[],
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const isThere = ({ id }: { readonly id: number }): boolean => before.has(keyOf(projectId, id));
  const added = rows.filter((row) => !isThere(row));
  if (added.length > 0) {
    await sql`
      insert into change_requests (${CHANGE_REQUEST_NAMES})
      select ${CHANGE_REQUEST_NAMES} from ${changeRequestRows(jsonRows, added)}
    `.execute(transaction);
  }
  await replaceChangeRequests(transaction, jsonRows, projectId, rows.filter(isThere));
}
