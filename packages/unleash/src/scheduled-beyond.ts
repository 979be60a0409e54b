import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { MissingLines } from './missing-lines.ts';
import { changeRequestsPath, type ProjectReading } from './project-reading.ts';
import { readAs, type UnleashBody } from './unleash-body.ts';
import type { UnleashFailure } from './unleash-failure.ts';

/** Unleash's documented maximum of the list: the last ones by their creation. */
export const MAX_LISTED = 300;
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

interface MissingReading extends ProjectReading {
  readonly missing: MissingLines;
}

/**
 * Returns the scheduled change requests that the capped list leaves out. Unleash counts and searches them. What happens
 * meanwhile can make a wrong count fit, so one that differs before or after makes the list incomplete.
 */
export async function scheduledBeyond(
  reading: MissingReading,
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
  (await reading.api.get(countPath(reading), reading.signal))
    .andThen(readAs(countSchema))
    .map(({ scheduled }) => scheduled);

/** The path of a page of all open change requests. */
export const openChangeRequestsPath = (offset: number): string =>
  `/search/change-requests?state=IS:open&limit=${PAGE_LENGTH}&offset=${offset}`;

/** Returns the ids of the project's scheduled change requests among all open ones. */
async function searchScheduled(
  reading: MissingReading,
): Promise<Result<ReadonlySet<number>, UnleashFailure>> {
  const ids = new Set<number>();
  let last: number | undefined;
  let offset = 0;
  for (let pages = 1; ; pages += 1) {
    const path = openChangeRequestsPath(offset);
    const page = (await reading.api.get(path, reading.signal)).andThen(readAs(pageSchema));
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
