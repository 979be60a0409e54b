import {
  type Precondition,
  type PreconditionFailed,
  type PutOutcome,
  ReadChangeRequest,
} from '@forewarn/record';
import type { ProjectNotFound, ScheduledChangeRequest } from '@forewarn/core';
import type { Selectable } from 'kysely';
import { err, ok, type Result } from 'neverthrow';
import { changeRequestRow } from '../projection/change-request-rows.ts';
import { coverProjects } from './cover-projects.ts';
import { definitionsIn, keepDefinitions } from './keep-definitions.ts';
import { insertProjection, projectionOf } from '../projection/projection.ts';
import { type EventRow, recordEvents, scheduledEvent } from './sql-events.ts';
import { among } from '../session/json-rows.ts';
import type { Writing } from '../session/sql-session.ts';
import { removeProjection } from './withdrawals.ts';
import { writeRows } from './write-rows.ts';
import type { ChangeRequestsTable } from '../schema/tables.ts';

/** A change request to record, and its text. */
interface Sent {
  readonly changeRequest: ScheduledChangeRequest;
  readonly body: string;
}

/** The result of recording change requests of one project one after the other. */
interface Changes {
  readonly recorded: readonly PutOutcome[];
  /** Those that are not as they were, each as it is in the end. */
  readonly changed: readonly ReadChangeRequest[];
  /** The rows of {@link changed}. */
  readonly rows: readonly Selectable<ChangeRequestsTable>[];
  readonly events: readonly EventRow[];
}

/**
 * Records change requests as if one after the other, with the same few statements for any number of them. Retries the
 * transaction when another writer added one of them at the same time.
 */
export async function putAll(
  to: Writing,
  sent: readonly Sent[],
  by: string,
  onlyIf: Precondition | undefined,
): Promise<Result<readonly PutOutcome[], ProjectNotFound | PreconditionFailed>> {
  const { session, transaction } = to;
  const changeRequests = sent.map(({ changeRequest }) => changeRequest);
  const projects = [...new Set(changeRequests.map(({ project }) => project))];
  // One batch at a time writes to a project.
  const missing = await coverProjects(to, projects);
  if (missing !== undefined) return err({ type: 'ProjectNotFound', projectId: missing });
  const stored = await bodiesOf(to, changeRequests);
  const storedOf = ({ project, id }: ScheduledChangeRequest) => {
    const body = stored.get(keyOf(project, id));
    return body === undefined ? undefined : (JSON.parse(body) as ScheduledChangeRequest);
  };
  if (onlyIf !== undefined && !changeRequests.every((each) => onlyIf(storedOf(each)))) {
    return err({ type: 'PreconditionFailed' });
  }
  const changes = changesOf(sent, stored, by);
  const projection = projectionOf(changes.changed, session.hooks);
  await keepDefinitions(to, definitionsIn(projection));
  for (const [projectId, rows] of Map.groupBy(changes.rows, (row) => row.project_id)) {
    const isStored = ({ id }: { readonly id: number }) => stored.has(keyOf(projectId, id));
    for (const [areStored, some] of Map.groupBy(rows, isStored)) {
      await writeRows(to, 'change_requests', some, { replaces: areStored });
      if (areStored) await removeProjection(to, some);
    }
  }
  await insertProjection(transaction, session.jsonRows, projection);
  await recordEvents(transaction, session.jsonRows, changes.events);
  return ok(changes.recorded);
}

const keyOf = (project: string, id: number): string => `${id} ${project}`;

/** The stored texts, locked against other writers. */
async function bodiesOf(
  { session, transaction }: Writing,
  changeRequests: readonly ScheduledChangeRequest[],
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>();
  for (const [project, ofProject] of Map.groupBy(changeRequests, (each) => each.project)) {
    const ids = ofProject.map(({ id }) => id);
    const query = transaction
      .selectFrom('change_requests')
      .select(['id', 'body'])
      .where('project_id', '=', project)
      .where('id', 'in', among(session.jsonRows, ids))
      .orderBy('id');
    for (const { id, body } of await session.lock(query, 'forUpdate').execute()) {
      bodies.set(keyOf(project, id), body);
    }
  }
  return bodies;
}

function changesOf(
  sent: readonly Sent[],
  before: ReadonlyMap<string, string>,
  by: string,
): Changes {
  const now = new Map(before);
  const changed = new Map<string, ReadChangeRequest>();
  const rows = new Map<string, Selectable<ChangeRequestsTable>>();
  const events: EventRow[] = [];
  const recorded = sent.map(({ changeRequest, body }): PutOutcome => {
    const { project, id } = changeRequest;
    const key = keyOf(project, id);
    const there = now.get(key);
    if (there === body) return 'unchanged';
    now.set(key, body);
    const read = new ReadChangeRequest(changeRequest);
    changed.set(key, read);
    rows.set(key, changeRequestRow(read, body));
    events.push(scheduledEvent(changeRequest, by, body, there));
    return there === undefined ? 'created' : 'replaced';
  });
  return { recorded, changed: [...changed.values()], rows: [...rows.values()], events };
}
