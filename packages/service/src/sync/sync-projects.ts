import type { Project, StoreUnavailable } from '@forewarn/core';
import type { ImportCounts } from '@forewarn/core/operator';
import { err, ok, type Result } from 'neverthrow';
import pLimit from 'p-limit';
import { addCounts, NO_COUNTS } from './add-counts.ts';
import type { SyncClock } from './sync-clock.ts';
import type { SyncOptions } from './sync-options.ts';
import { type SyncedProject, syncProject } from './sync-project.ts';
import type { UnleashFailure } from './unleash-failure.ts';

/** The result of syncing all projects. */
export interface SyncedProjects {
  readonly counts: ImportCounts;
  /** Whether the data of all projects is current, as far as this Unleash has change requests. */
  readonly areProjectsCurrent: boolean;
  /** Whether nothing of a project was stored, because another sync has stored data of a later time. */
  readonly isSuperseded: boolean;
  /** Why the change requests of the first such project could not be read. */
  readonly failure?: UnleashFailure;
  /** Milliseconds that Unleash asks to wait before the next sync. */
  readonly retryAfterMs?: number;
}

/** Maximum number of projects that are read at once, with one request each. */
const MAX_CONCURRENCY = 4;
/** Projects in a row without a response after which the rest is left to the next sync. */
const MAX_UNAVAILABLE = 4;

/** Copies projects, each in one atomic step. Stops early when Unleash no longer responds. */
export async function syncProjects(
  options: SyncOptions,
  clock: SyncClock,
  projects: readonly Project[],
): Promise<Result<SyncedProjects, StoreUnavailable>> {
  const run = { synced: [] as SyncedProject[], unavailable: 0, skipped: 0 };
  let broken: StoreUnavailable | undefined;
  const copy = async (project: Project): Promise<void> => {
    if (
      broken !== undefined ||
      run.unavailable >= MAX_UNAVAILABLE ||
      options.signal?.aborted === true
    ) {
      run.skipped += 1;
      return;
    }
    const synced = await syncProject(options, clock, project);
    if (synced.isErr()) {
      broken = synced.error;
      return;
    }
    run.synced.push(synced.value);
    run.unavailable = isUnavailable(synced.value) ? run.unavailable + 1 : 0;
  };
  const limit = pLimit(MAX_CONCURRENCY);
  await Promise.all(startingAnywhere(projects).map((project) => limit(copy, project)));
  if (broken !== undefined) return err(broken);
  if (run.skipped > 0)
    options.report(`${run.skipped} projects were not read; the next sync reads them`);
  const without = run.synced.filter(({ state }) => state === 'without').length;
  if (without > 0) options.report(withoutLine(without, projects.length));
  const [failure] = run.synced.flatMap((each) => each.failure ?? []);
  const waits = run.synced.flatMap(retryAfterOf);
  return ok({
    counts: run.synced.map(({ counts }) => counts).reduce(addCounts, NO_COUNTS),
    areProjectsCurrent: run.skipped === 0 && run.synced.every(({ state }) => state !== 'outdated'),
    isSuperseded: run.synced.some(({ state }) => state === 'superseded'),
    ...(failure === undefined ? {} : { failure }),
    ...(waits.length === 0 ? {} : { retryAfterMs: Math.max(...waits) }),
  });
}

const isUnavailable = ({ failure }: SyncedProject): boolean =>
  failure?.type === 'UnleashUnavailable';

const retryAfterOf = ({ failure }: SyncedProject): readonly number[] =>
  failure?.type === 'UnleashUnavailable' && failure.retryAfterMs !== undefined
    ? [failure.retryAfterMs]
    : [];

const withoutLine = (without: number, of: number): string =>
  without === of
    ? 'this Unleash has no change requests, which require Unleash Enterprise: record them over HTTP, and run "forewarn projects live" for each project; projects and strategy definitions are followed'
    : `${without} of ${of} projects have no change requests in Unleash (404); the age of their data keeps growing`;

/** Starts at a random place, so that projects that fail each time do not always delay the same others. */
function startingAnywhere<T>(values: readonly T[]): readonly T[] {
  const start = Math.floor(Math.random() * values.length);
  return [...values.slice(start), ...values.slice(0, start)];
}
