import type { ScheduledChangeRequest } from '@forewarn/core';
import { doubtsIn, mayLackDefaultChange } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { MissingLines } from './missing-lines.ts';
import { type Element, readEntry, type Unreadable } from '@forewarn/wire/documents';
import { changeRequestsPath, type ProjectReading } from './project-reading.ts';
import { MAX_LISTED, scheduledBeyond } from './scheduled-beyond.ts';
import { elementsIn, jsonIn, type UnleashBody } from './unleash-body.ts';
import { isAbsence, lineOf, type UnleashFailure } from './unleash-failure.ts';

/** Maximum number of problems in a list. To read a list that is full of them takes much memory, and stores little. */
const MAX_PROBLEMS = 1_000;
/** Maximum number of change requests of a project that are read one by one. */
const MAX_READ_ONE = 10_000;

type Found = Result<ScheduledChangeRequest, UnleashFailure>;

/** A list of change requests that is being read. */
interface ListReading extends ProjectReading {
  readonly missing: MissingLines;
  /** The ids of those that were not scheduled when they were read last. */
  readonly ended: Set<number>;
  /** The ids that Unleash named as scheduled, but says that it does not have. */
  readonly absent: Set<number>;
  readOne: number;
  /** In how many of them Unleash has an error. */
  broken: number;
}

/**
 * Reads all scheduled change requests of a project: the list, and each one that the list abbreviates or leaves out.
 *
 * @param missing receives what can't be read; if it is empty at the end, these are all
 * @param ended receives the ids of those that Unleash lists and that are not scheduled
 */
export async function* readChangeRequests(
  project: ProjectReading,
  list: UnleashBody,
  missing: MissingLines,
  ended = new Set<number>(),
): AsyncGenerator<Found> {
  const elements = elementsIn(list, 'changeRequests', project.signal);
  if (elements.isErr()) return yield err(elements.error);
  const reading: ListReading = {
    ...project,
    missing,
    ended,
    absent: new Set(),
    readOne: 0,
    broken: 0,
  };
  const ids = new Set<number>();
  let length = 0;
  for await (const element of elements.value) {
    length += 1;
    const read = await readWhole(reading, element, list.path);
    if (missing.count > MAX_PROBLEMS) {
      const found = `more than ${MAX_PROBLEMS} problems`;
      return yield err({ type: 'UnleashUnreadable', path: list.path, found });
    }
    if (read?.isOk() === true) ids.add(read.value.id);
    if (read !== undefined) yield read;
  }
  if (length >= MAX_LISTED) {
    const beyond = await scheduledBeyond(reading, list, ids);
    if (beyond.isErr()) return yield err(beyond.error);
    for (const id of beyond.value) {
      const read = await readById(reading, id);
      if (read !== undefined) yield read;
    }
  }
  const confirmed = await confirmAbsent(reading, list.path);
  if (confirmed.isErr()) yield err(confirmed.error);
}

/** Reads an element of the list, and by itself what the list abbreviates. Returns undefined for what is not scheduled. */
async function readWhole(
  reading: ListReading,
  element: Result<Element, Unreadable>,
  path: string,
): Promise<Found | undefined> {
  const listed = readListed(reading, element, path);
  if (listed === undefined) return undefined;
  return isAbbreviated(listed) ? readById(reading, listed.id) : ok(listed);
}

/** Reads an element of the list as it is. Returns undefined for what is not scheduled. */
function readListed(
  reading: ListReading,
  element: Result<Element, Unreadable>,
  path: string,
): ScheduledChangeRequest | undefined {
  if (element.isOk()) {
    return readElement(reading, element.value.value, `GET ${path}: ${element.value.path}`);
  }
  reading.missing.add(`GET ${path}: ${element.error.path}: ${element.error.what}`);
  return undefined;
}

/** Whether the list leaves out what the rule, or a forecast, needs. */
function isAbbreviated(changeRequest: ScheduledChangeRequest): boolean {
  const { features, segments, schedule } = changeRequest;
  if (schedule === undefined || features.length + segments.length === 0) return true;
  if (features.some(mayLackDefaultChange)) return true;
  return doubtsIn(changeRequest).some(({ why }) => why !== 'unknown-action');
}

/** Maximum number of change requests of a project in which Unleash has an error. More are an error of Unleash as a whole. */
const MAX_BROKEN = 3;

/** Returns what to report of a failure that says nothing about the other change requests; undefined for any other. */
function lineOfOne(reading: ListReading, failure: UnleashFailure): string | undefined {
  if (failure.type === 'UnleashUnreadable')
    return `GET ${failure.path} returns ${failure.found}, which Forewarn can't read; look at it in Unleash`;
  if (failure.type === 'UnleashTooLarge') return lineOf(failure);
  if (failure.type !== 'UnleashUnavailable' || failure.reason !== 'status 500') return undefined;
  reading.broken += 1;
  return reading.broken > MAX_BROKEN ? undefined : lineOf(failure);
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
    const line = lineOfOne(reading, got.error);
    if (isAbsence(got.error)) reading.absent.add(id);
    else if (line === undefined) return err(got.error);
    else missing.add(line);
    return undefined;
  }
  const read = readElement(reading, got.value, `GET ${path}: $`);
  if (read === undefined || read.id === id) return read && ok(read);
  missing.add(`GET ${path}: $.id: expected ${id}`);
  return undefined;
}

function readElement(
  { projectId, missing, ended }: ListReading,
  value: unknown,
  path: string,
): ScheduledChangeRequest | undefined {
  const read = readEntry({ section: 'changeRequests', path, value });
  if (read.isErr()) {
    missing.add(...read.error.map((each) => `${each.path}: ${each.what}`));
    return undefined;
  }
  if (read.value.kind === 'ended' && read.value.projectId === projectId) ended.add(read.value.id);
  if (read.value.kind !== 'scheduled') return undefined;
  const { changeRequest } = read.value;
  if (changeRequest.project === projectId) {
    ended.delete(changeRequest.id);
    return changeRequest;
  }
  missing.add(`${path}.project: expected "${projectId}"`);
  return undefined;
}

/**
 * Lists again to see whether what is absent by its id is gone. Otherwise it counts as missing: a proxy, or an Unleash that
 * does not serve single change requests, would make a project look empty.
 */
async function confirmAbsent(
  reading: ListReading,
  path: string,
): Promise<Result<void, UnleashFailure>> {
  const { absent, api, missing, signal } = reading;
  if (absent.size === 0) return ok();
  const again = (await api.get(path, signal)).andThen((list) =>
    elementsIn(list, 'changeRequests', signal),
  );
  if (again.isErr()) return err(again.error);
  const scheduled = new Set<number>();
  const unreadable = new MissingLines();
  let length = 0;
  for await (const element of again.value) {
    length += 1;
    const listed = readListed({ ...reading, missing: unreadable }, element, path);
    if (listed !== undefined) scheduled.add(listed.id);
  }
  // Most are those of the first time.
  if (missing.isEmpty) missing.add(...unreadable.all());
  // A list that may be cut does not show what is gone.
  const kept = [...absent].filter((id) => length >= MAX_LISTED || scheduled.has(id));
  missing.add(...kept.map((id) => `GET ${path}/${id}: ${ABSENT}`));
  return ok();
}

const ABSENT =
  'Unleash listed this change request as Scheduled and says that it does not exist (404); check UNLEASH_URL, a proxy in front of Unleash, and the version of Unleash';
