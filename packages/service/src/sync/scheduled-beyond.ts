import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { changeRequestsPath, type ProjectReading } from './project-reading.ts';
import { jsonIn } from './unleash-body.ts';
import type { UnleashFailure } from './unleash-failure.ts';

/** The change requests that the capped list of a project leaves out. */
export interface ScheduledBeyond {
  readonly ids: readonly number[];
  /** Lines that say what could not be found. */
  readonly missing: readonly string[];
}

const PAGE_LENGTH = 200;
/** Maximum number of pages, which may be shorter than asked for. */
const MAX_PAGES = 500;

const countSchema = z.object({ scheduled: z.int() });
const pageSchema = z.object({
  total: z.int(),
  changeRequests: z.array(z.object({ id: z.int(), project: z.string(), state: z.string() })),
});

/** Finds the scheduled change requests of a project beyond those that its list has: Unleash counts and searches them. */
export async function scheduledBeyond(
  reading: ProjectReading,
  listed: ReadonlySet<number>,
): Promise<Result<ScheduledBeyond, UnleashFailure>> {
  const path = `${changeRequestsPath(reading.projectId)}/count`;
  const count = await getAs(reading, path, countSchema);
  if (count.isErr()) return err(count.error);
  if (count.value.scheduled === listed.size) return ok({ ids: [], missing: [] });
  const open = await openChangeRequests(reading);
  if (open.isErr()) return err(open.error);
  const ids = open.value.filter((id) => !listed.has(id));
  const found = listed.size + ids.length;
  if (found === count.value.scheduled) return ok({ ids, missing: [] });
  return ok({
    ids,
    missing: [
      `GET ${path}: Unleash counts ${count.value.scheduled} scheduled change requests, but lists ${found}`,
    ],
  });
}

/** Returns the ids of the project's scheduled change requests among all open ones. */
async function openChangeRequests(
  reading: ProjectReading,
): Promise<Result<readonly number[], UnleashFailure>> {
  const ids: number[] = [];
  const seen = new Set<number>();
  let offset = 0;
  for (let pages = 1; ; pages += 1) {
    const path = `/search/change-requests?state=IS:open&limit=${PAGE_LENGTH}&offset=${offset}`;
    const page = await getAs(reading, path, pageSchema);
    if (page.isErr()) return err(page.error);
    const { changeRequests, total } = page.value;
    const before = seen.size;
    for (const { id, project, state } of changeRequests) {
      if (seen.has(id)) continue;
      seen.add(id);
      if (project === reading.projectId && state === 'Scheduled') ids.push(id);
    }
    offset += changeRequests.length;
    if (offset >= total) return ok(ids);
    if (seen.size === before || pages === MAX_PAGES) {
      return err({ type: 'UnleashUnreadable', path, found: 'pages that do not end' });
    }
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
