import type { ScheduledChangeRequest } from '@forewarn/core';
import { doubtsIn, mayLackDefaultChange } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { MissingLines } from './missing-lines.ts';
import { type Element, readEntry, type Unreadable } from '@forewarn/wire/documents';
import type { UnleashApi } from './unleash-api.ts';
import { elementsIn, jsonIn, type UnleashBody } from './unleash-body.ts';
import { isAbsence, lineOf, type UnleashFailure } from './unleash-failure.ts';

/** Unleash's documented maximum of the list: the last ones by their creation. */
const MAX_LISTED = 300;
/** Maximum number of problems in a list. To read a list that is full of them takes much memory, and stores little. */
const MAX_PROBLEMS = 1_000;
/** Maximum number of change requests of a project that are read one by one. */
const MAX_READ_ONE = 10_000;

type Found = Result<ScheduledChangeRequest, UnleashFailure>;

/** A list of change requests that is being read. */
interface ListReading extends ProjectReading {
  readonly missing: MissingLines;
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
 */
export async function* readChangeRequests(
  project: ProjectReading,
  list: UnleashBody,
  missing: MissingLines,
): AsyncGenerator<Found> {
  const elements = elementsIn(list, 'changeRequests', project.signal);
  if (elements.isErr()) return yield err(elements.error);
  const reading: ListReading = { ...project, missing, absent: new Set(), readOne: 0, broken: 0 };
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
  { projectId, missing }: ListReading,
  value: unknown,
  path: string,
): ScheduledChangeRequest | undefined {
  const read = readEntry({ section: 'changeRequests', path, value });
  if (read.isErr()) {
    missing.add(...read.error.map((each) => `${each.path}: ${each.what}`));
    return undefined;
  }
  if (read.value.kind !== 'scheduled') return undefined;
  const { changeRequest } = read.value;
  if (changeRequest.project === projectId) return changeRequest;
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

const PAGE_LENGTH = 200;
/** Shorter pages do not end, since each repeats a part of the one before. */
const MIN_PAGE_LENGTH = 2;
/** Maximum number of pages, which may be shorter than asked for. */
const MAX_PAGES = 500;

/** What is read of a count. */
export const countSchema = z.object({ scheduled: z.int() });
/** What is read of a page of the search. */
export const pageSchema = z.object({
  total: z.int(),
  changeRequests: z.array(z.object({ id: z.int(), project: z.string(), state: z.string() })),
});

/**
 * Returns the scheduled change requests that the capped list leaves out. Unleash counts and searches them. What happens
 * meanwhile can make a wrong count fit, so one that differs before or after makes the list incomplete.
 */
async function scheduledBeyond(
  reading: ListReading,
  list: UnleashBody,
  listed: ReadonlySet<number>,
): Promise<Result<readonly number[], UnleashFailure>> {
  const before = await countScheduled(reading);
  if (before.isErr()) return err(before.error);
  const again = await reading.api.get(list.path, reading.signal);
  if (again.isErr()) return err(again.error);
  // All that is counted is listed: none of the listed ones has changed around the count.
  if (before.value === listed.size && isSame(list, again.value)) return ok([]);
  const open = await searchScheduled(reading);
  if (open.isErr()) {
    if (open.error.type !== 'UnleashAbsent') return err(open.error);
    reading.missing.add(`GET ${open.error.path}: ${NO_SEARCH}`);
    return ok([]);
  }
  const after = await countScheduled(reading);
  if (after.isErr()) return err(after.error);
  const found = open.value.size;
  if (before.value !== found || after.value !== found) {
    const counted = `Unleash counts ${before.value} and then ${after.value} scheduled change requests`;
    reading.missing.add(`GET ${countPath(reading)}: ${counted}, but finds ${found}`);
  }
  return ok([...open.value].filter((id) => !listed.has(id)));
}

const NO_SEARCH = `this Unleash is older than 7.3, so that it lists only the last ${MAX_LISTED} change requests, and does not search the others; update Unleash`;

const isSame = (one: UnleashBody, other: UnleashBody): boolean =>
  one.blocks === other.blocks || Buffer.concat(one.blocks).equals(Buffer.concat(other.blocks));

const countPath = ({ projectId }: ProjectReading): string =>
  `${changeRequestsPath(projectId)}/count`;

const countScheduled = async (reading: ProjectReading): Promise<Result<number, UnleashFailure>> =>
  (await getAs(reading, countPath(reading), countSchema)).map(({ scheduled }) => scheduled);

/** The path of a page of all open change requests. */
export const openChangeRequestsPath = (offset: number): string =>
  `/search/change-requests?state=IS:open&limit=${PAGE_LENGTH}&offset=${offset}`;

/** Returns the ids of the project's scheduled change requests among all open ones. */
async function searchScheduled(
  reading: ListReading,
): Promise<Result<ReadonlySet<number>, UnleashFailure>> {
  const ids = new Set<number>();
  let last: number | undefined;
  let offset = 0;
  for (let pages = 1; ; pages += 1) {
    const path = openChangeRequestsPath(offset);
    const page = await getAs(reading, path, pageSchema);
    if (page.isErr()) return err(page.error);
    const { changeRequests, total } = page.value;
    for (const { id, project, state } of changeRequests) {
      if (project === reading.projectId && state === 'Scheduled') ids.add(id);
    }
    // A page repeats the last one of the page before. Otherwise they have moved, and one may be on no page.
    if (pages > 1 && changeRequests[0]?.id !== last) {
      reading.missing.add(`GET ${path}: the pages changed while they were read`);
      return ok(ids);
    }
    if (offset + changeRequests.length >= total) return ok(ids);
    if (changeRequests.length < MIN_PAGE_LENGTH || pages === MAX_PAGES) {
      return err({ type: 'UnleashUnreadable', path, found: 'pages that do not end' });
    }
    last = changeRequests.at(-1)?.id;
    offset += changeRequests.length - 1;
  }
}

async function getAs<T>(
  { api, signal }: ProjectReading,
  path: string,
  schema: z.ZodType<T>,
): Promise<Result<T, UnleashFailure>> {
  const got = (await api.get(path, signal)).andThen(jsonIn);
  if (got.isErr()) return err(got.error);
  const read = schema.safeParse(got.value);
  if (read.success) return ok(read.data);
  const [issue] = read.error.issues;
  const found = `JSON without ${issue?.path.join('.') ?? ''}`;
  return err({ type: 'UnleashUnreadable', path, found });
}

/** A project that is being read from Unleash. */
export interface ProjectReading {
  readonly api: UnleashApi;
  readonly projectId: string;
  readonly signal?: AbortSignal | undefined;
}

/** The path of a project's change requests. */
export const changeRequestsPath = (projectId: string): string =>
  `/projects/${encodeURIComponent(projectId)}/change-requests`;
