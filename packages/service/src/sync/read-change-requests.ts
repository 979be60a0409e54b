import { doubtsIn, type ScheduledChangeRequest } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import { readEntry } from '../import/read-entry.ts';
import { changeRequestsPath, type ProjectReading } from './project-reading.ts';
import { scheduledBeyond } from './scheduled-beyond.ts';
import { isAbsence, type UnleashFailure } from './unleash-failure.ts';

/** The scheduled change requests of a project in Unleash. */
export interface ReadChangeRequests {
  readonly scheduled: readonly ScheduledChangeRequest[];
  /** Lines that say what is missing; empty if these are all scheduled change requests. */
  readonly missing: readonly string[];
}

/** Unleash's documented maximum of the list: the last ones by their creation. */
const MAX_LISTED = 300;

/** Reads all scheduled change requests of a project: the list, and each one that the list abbreviates or leaves out. */
export async function readChangeRequests(
  reading: ProjectReading,
): Promise<Result<ReadChangeRequests, UnleashFailure>> {
  const path = changeRequestsPath(reading.projectId);
  const listed = await reading.api.get(path, reading.signal);
  if (listed.isErr()) return err(listed.error);
  const { json } = listed.value;
  if (!Array.isArray(json)) {
    return err({ type: 'UnleashUnreadable', path, found: 'something other than a list' });
  }
  const scheduled = new Map<number, ScheduledChangeRequest>();
  const missing: string[] = [];
  for (const [index, element] of json.entries()) {
    const read = await readWhole(reading, element, `GET ${path}: $[${index}]`);
    if (read.isErr()) return err(read.error);
    missing.push(...read.value.missing);
    for (const each of read.value.scheduled) scheduled.set(each.id, each);
  }
  if (json.length >= MAX_LISTED) {
    const beyond = await scheduledBeyond(reading, new Set(scheduled.keys()));
    if (beyond.isErr()) return err(beyond.error);
    missing.push(...beyond.value.missing);
    for (const id of beyond.value.ids) {
      const read = await readById(reading, id);
      if (read.isErr()) return err(read.error);
      missing.push(...read.value.missing);
      for (const each of read.value.scheduled) scheduled.set(each.id, each);
    }
  }
  return ok({ scheduled: [...scheduled.values()], missing });
}

const NONE: ReadChangeRequests = { scheduled: [], missing: [] };

/** Reads an element of the list, and by itself what the list abbreviates. */
async function readWhole(
  reading: ProjectReading,
  element: unknown,
  place: string,
): Promise<Result<ReadChangeRequests, UnleashFailure>> {
  const read = readElement(reading.projectId, element, place);
  const [listed] = read.scheduled;
  return listed !== undefined && isAbbreviated(listed) ? readById(reading, listed.id) : ok(read);
}

/** Whether the list leaves out what the rule needs. */
function isAbbreviated(changeRequest: ScheduledChangeRequest): boolean {
  const { features, segments } = changeRequest;
  if (features.length === 0 && segments.length === 0) return true;
  return doubtsIn(changeRequest).some(({ why }) => why !== 'unknown-action');
}

async function readById(
  { api, projectId, signal }: ProjectReading,
  id: number,
): Promise<Result<ReadChangeRequests, UnleashFailure>> {
  const path = `${changeRequestsPath(projectId)}/${id}`;
  const got = await api.get(path, signal);
  if (got.isErr()) {
    // Deleted since the list was read.
    return isAbsence(got.error) ? ok(NONE) : err(got.error);
  }
  const read = readElement(projectId, got.value.json, `GET ${path}: $`);
  const isOther = read.scheduled.some((each) => each.id !== id);
  return ok(isOther ? { scheduled: [], missing: [`GET ${path}: $.id: expected ${id}`] } : read);
}

function readElement(projectId: string, element: unknown, place: string): ReadChangeRequests {
  const read = readEntry({ section: 'changeRequests', path: place, value: element });
  if (read.isErr()) {
    return { scheduled: [], missing: read.error.map(({ path, what }) => `${path}: ${what}`) };
  }
  if (read.value.kind !== 'scheduled') return NONE;
  const { changeRequest } = read.value;
  if (changeRequest.project === projectId) return { scheduled: [changeRequest], missing: [] };
  return { scheduled: [], missing: [`${place}.project: expected "${projectId}"`] };
}
