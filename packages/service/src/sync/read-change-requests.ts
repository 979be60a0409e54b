import { doubtsIn, type ScheduledChangeRequest } from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import type { Element, Unreadable } from '../import/read-elements.ts';
import { readEntry } from '../import/read-entry.ts';
import type { MissingLines } from './missing-lines.ts';
import { changeRequestsPath, type ProjectReading } from './project-reading.ts';
import { scheduledBeyond } from './scheduled-beyond.ts';
import { elementsIn, jsonIn, type UnleashBody } from './unleash-body.ts';
import { isAbsence, type UnleashFailure } from './unleash-failure.ts';

/** Unleash's documented maximum of the list: the last ones by their creation. */
const MAX_LISTED = 300;
/** Maximum number of change requests of a project that are read one by one. */
const MAX_READ_ONE = 10_000;

type Found = Result<ScheduledChangeRequest, UnleashFailure>;

/** A list of change requests that is being read. */
interface ListReading extends ProjectReading {
  readonly missing: MissingLines;
  readOne: number;
}

/**
 * Reads all scheduled change requests of a project: the list, and each one that the list abbreviates or leaves out.
 *
 * @param missing receives what can't be read; if it is empty at the end, these are all
 */
export async function* readChangeRequests(
  project: ProjectReading,
  list: UnleashBody,
  missing: MissingLines,
): AsyncGenerator<Found> {
  const elements = elementsIn(list, 'changeRequests', project.signal);
  if (elements.isErr()) return yield err(elements.error);
  const reading: ListReading = { ...project, missing, readOne: 0 };
  const ids = new Set<number>();
  let length = 0;
  for await (const element of elements.value) {
    length += 1;
    const read = await readWhole(reading, element, list.path);
    if (read?.isOk() === true) ids.add(read.value.id);
    if (read !== undefined) yield read;
  }
  if (length < MAX_LISTED) return;
  const beyond = await scheduledBeyond(reading, ids);
  if (beyond.isErr()) return yield err(beyond.error);
  missing.add(...beyond.value.missing);
  for (const id of beyond.value.ids) {
    const read = await readById(reading, id);
    if (read !== undefined) yield read;
  }
}

/** Reads an element of the list, and by itself what the list abbreviates. Returns undefined for what is not scheduled. */
async function readWhole(
  reading: ListReading,
  element: Result<Element, Unreadable>,
  path: string,
): Promise<Found | undefined> {
  if (element.isErr()) {
    reading.missing.add(`GET ${path}: ${element.error.path}: ${element.error.what}`);
    return undefined;
  }
  const listed = readElement(reading, element.value.value, `GET ${path}: ${element.value.path}`);
  if (listed === undefined) return undefined;
  return isAbbreviated(listed) ? readById(reading, listed.id) : ok(listed);
}

/** Whether the list leaves out what the rule needs. */
function isAbbreviated(changeRequest: ScheduledChangeRequest): boolean {
  const { features, segments } = changeRequest;
  if (features.length === 0 && segments.length === 0) return true;
  return doubtsIn(changeRequest).some(({ why }) => why !== 'unknown-action');
}

async function readById(reading: ListReading, id: number): Promise<Found | undefined> {
  const { api, projectId, signal, missing } = reading;
  const path = `${changeRequestsPath(projectId)}/${id}`;
  reading.readOne += 1;
  if (reading.readOne > MAX_READ_ONE) {
    const found = `more than ${MAX_READ_ONE} change requests that are not whole`;
    return err({ type: 'UnleashUnreadable', path: changeRequestsPath(projectId), found });
  }
  const got = (await api.get(path, signal)).andThen(jsonIn);
  if (got.isErr()) {
    // Deleted since the list was read.
    return isAbsence(got.error) ? undefined : err(got.error);
  }
  const read = readElement(reading, got.value, `GET ${path}: $`);
  if (read === undefined || read.id === id) return read && ok(read);
  missing.add(`GET ${path}: $.id: expected ${id}`);
  return undefined;
}

function readElement(
  { projectId, missing }: ListReading,
  value: unknown,
  place: string,
): ScheduledChangeRequest | undefined {
  const read = readEntry({ section: 'changeRequests', path: place, value });
  if (read.isErr()) {
    missing.add(...read.error.map(({ path, what }) => `${path}: ${what}`));
    return undefined;
  }
  if (read.value.kind !== 'scheduled') return undefined;
  const { changeRequest } = read.value;
  if (changeRequest.project === projectId) return changeRequest;
  missing.add(`${place}.project: expected "${projectId}"`);
  return undefined;
}
