import {
  type Precondition,
  type PreconditionFailed,
  type PutOutcome,
  ReadChangeRequest,
} from '@forewarn/record';
import type { ProjectNotFound, ScheduledChangeRequest } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { changeRequestRow } from '../projection/change-request-rows.ts';
import { coverProjects } from './cover-projects.ts';
import { definitionsIn, keepDefinitions } from './keep-definitions.ts';
import { insertProjection, projectionOf } from '../projection/projection.ts';
import { recordEvents, scheduledEvent } from './sql-events.ts';
import { among, rowGroups } from '../session/json-rows.ts';
import type { Lock, Writing } from '../session/sql-session.ts';
import { removeProjection } from './withdrawals.ts';
import { writeRows } from './write-rows.ts';

/** A change request to record, and its text. */
interface Sent {
  readonly changeRequest: ScheduledChangeRequest;
  readonly body: string;
}

/** One, and the text that is stored. */
interface Compared extends Sent {
  readonly before: string | undefined;
}

/** How change requests are recorded. */
interface PutOptions {
  readonly by: string;
  readonly onlyIf: Precondition | undefined;
  /** How their projects are locked. */
  readonly how: Lock;
}

/**
 * Records change requests, with the same few statements for any number of them. Retries the transaction when another writer
 * added one of them at the same time.
 */
export async function putAll(
  to: Writing,
  sent: readonly Sent[],
  { by, onlyIf, how }: PutOptions,
): Promise<Result<readonly PutOutcome[], ProjectNotFound | PreconditionFailed>> {
  const { session, transaction } = to;
  const projects = [...new Set(sent.map(({ changeRequest }) => changeRequest.project))];
  const missing = await coverProjects(to, projects, how);
  if (missing !== undefined) return err({ type: 'ProjectNotFound', projectId: missing });
  const stored = await bodiesOf(to, sent);
  const compared = sent.map(({ changeRequest, body }): Compared => {
    const { project, id } = changeRequest;
    return { changeRequest, body, before: stored.get(keyOf(project, id)) };
  });
  const isAllowed = ({ before }: Compared): boolean =>
    onlyIf?.(before === undefined ? undefined : JSON.parse(before)) ?? true;
  if (!compared.every(isAllowed)) return err({ type: 'PreconditionFailed' });

  const changed = compared
    .filter(({ body, before }) => body !== before)
    .map((each) => ({ ...each, read: new ReadChangeRequest(each.changeRequest) }));
  const projection = projectionOf(
    changed.map(({ read }) => read),
    session.hooks,
  );
  await keepDefinitions(to, definitionsIn(projection));
  for (const [replaces, some] of Map.groupBy(changed, ({ before }) => before !== undefined)) {
    const made = some.map(({ read, body }) => changeRequestRow(read, body));
    for (const { rows, projectId } of rowGroups(session.jsonRows, made, (row) => row.project_id)) {
      await writeRows(to, 'change_requests', rows, { replaces, projectId });
      if (replaces) await removeProjection(to, rows);
    }
  }
  await insertProjection(transaction, session.jsonRows, projection);
  const events = changed.map(({ changeRequest, body, before }) =>
    scheduledEvent(changeRequest, by, body, before),
  );
  await recordEvents(transaction, session.jsonRows, events);
  return ok(compared.map(outcomeOf));
}

const keyOf = (project: string, id: number): string => `${id} ${project}`;

function outcomeOf({ body, before }: Compared): PutOutcome {
  if (before === undefined) return 'created';
  return before === body ? 'unchanged' : 'replaced';
}

/** The stored texts, locked against other writers. */
async function bodiesOf(
  { session, transaction }: Writing,
  sent: readonly Sent[],
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>();
  const changeRequests = sent.map(({ changeRequest }) => changeRequest);
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
