import { type Coverage, type StoreUnavailable, toResultAsync } from '@forewarn/core';
import {
  addCounts,
  type DataOutdated,
  type ImportCounts,
  type ImportEntry,
  NO_COUNTS,
  type Project,
} from '@forewarn/record';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import pLimit from 'p-limit';
import { MissingLines } from './missing-lines.ts';
import { changeRequestsPath } from './project-reading.ts';
import { readChangeRequests } from './read-change-requests.ts';
import type { SyncClock } from './sync-clock.ts';
import { type SyncOptions, SYNC_PRINCIPAL } from './sync-options.ts';
import type { UnleashBody } from './unleash-body.ts';
import { type UnleashFailure, lineOf } from './unleash-failure.ts';

export interface SyncedProjects {
  readonly counts: ImportCounts;
  /** Whether the data of all projects is current, as far as this Unleash has change requests. */
  readonly areProjectsCurrent: boolean;
  /** Whether nothing of a project was stored, because another sync has stored data of a later time. */
  readonly isSuperseded: boolean;
  /** The ids of the projects of which change requests were withdrawn, which may have been applied. */
  readonly withdrawnIn: ReadonlySet<string>;
  /** How many projects it did not try to read. */
  readonly skipped: number;
  /** Why the change requests of some projects could not be read. */
  readonly failures: readonly UnleashFailure[];
}

/** Maximum number of projects that are read at once, with one request each. */
const MAX_CONCURRENCY = 2;
/** Projects in a row without a response after which the rest is left to the next sync. */
const MAX_UNAVAILABLE = 4;

/** Copies projects, each in one atomic step. Stops early when Unleash no longer responds. */
export async function syncProjects(
  options: SyncOptions,
  clock: SyncClock,
  projects: readonly Project[],
): Promise<Result<SyncedProjects, StoreUnavailable>> {
  const run = { synced: [] as SyncedProject[], unavailable: 0, skipped: 0 };
  const withdrawnIn = new Set<string>();
  let broken: StoreUnavailable | undefined;
  const copy = async (project: Project): Promise<void> => {
    const isOver = run.unavailable >= MAX_UNAVAILABLE || options.signal?.aborted === true;
    if (broken !== undefined || isOver) {
      run.skipped += 1;
      return;
    }
    const synced = await syncProject(options, clock, project);
    if (synced.isErr()) {
      broken = synced.error;
      return;
    }
    run.synced.push(synced.value);
    if (synced.value.counts.changeRequests.withdrawn > 0) withdrawnIn.add(project.id);
    const isUnavailable = synced.value.failure?.type === 'UnleashUnavailable';
    run.unavailable = isUnavailable ? run.unavailable + 1 : 0;
  };
  const limit = pLimit(MAX_CONCURRENCY);
  await Promise.all(startingAnywhere(projects).map((project) => limit(copy, project)));
  if (broken !== undefined) return err(broken);
  if (run.skipped > 0)
    options.report(`${run.skipped} projects were not read; the next sync reads them`);
  const without = run.synced.filter(({ state }) => state === 'without').length;
  if (without > 0) options.report(withoutLine(without, projects.length));
  return ok({
    counts: run.synced.map(({ counts }) => counts).reduce(addCounts, NO_COUNTS),
    areProjectsCurrent: run.skipped === 0 && run.synced.every(({ state }) => state !== 'outdated'),
    withdrawnIn,
    skipped: run.skipped,
    isSuperseded: run.synced.some(({ state }) => state === 'superseded'),
    failures: run.synced.flatMap(({ failure }) => failure ?? []),
  });
}

const withoutLine = (without: number, of: number): string =>
  without === of
    ? 'this Unleash has no change requests, which require Unleash Enterprise: record them over HTTP, and run "forewarn projects live" for each project; projects and strategy definitions are followed'
    : `${without} of ${of} projects have no change requests in Unleash (404); the age of their data keeps growing`;

/** Starts at a random place, so that projects that fail each time do not always delay the same others. */
function startingAnywhere<T>(values: readonly T[]): readonly T[] {
  const start = Math.floor(Math.random() * values.length);
  return [...values.slice(start), ...values.slice(0, start)];
}

interface SyncedProject {
  /**
   * `without`: this Unleash has no change requests. `outdated`: the time of its data did not change. `superseded`: nothing
   * was stored, because another sync has stored data of a later time.
   */
  readonly state: 'current' | 'without' | 'outdated' | 'superseded';
  readonly counts: ImportCounts;
  /** Why the change requests could not be read, if they couldn't. */
  readonly failure?: UnleashFailure;
}

/** Copies a project and its change requests in one atomic step. */
async function syncProject(
  options: SyncOptions,
  clock: SyncClock,
  project: Project,
): Promise<Result<SyncedProject, StoreUnavailable>> {
  const { api, report, signal } = options;
  // The data that is read may lack changes from here on.
  const asOf = clock();
  const list = await api.get(changeRequestsPath(project.id), signal);
  if (list.isErr()) return notListed(options, project, list.error);
  const missing = new MissingLines();
  const imported = await options.store.transfer.import(
    entriesOf(options, { projectId: project.id, asOf, list: list.value, missing }),
    { signal },
  );
  for (const line of missing.all()) {
    report(`project "${project.id}": ${line}; the age of its data keeps growing`);
  }
  if (imported.isOk()) {
    return ok({ state: missing.isEmpty ? 'current' : 'outdated', counts: imported.value });
  }
  switch (imported.error.type) {
    case 'StoreUnavailable':
      return err(imported.error);
    case 'DataOutdated':
      return ok({ state: 'superseded', counts: NO_COUNTS });
    default:
      return ok(notRead(options, project, imported.error));
  }
}

/** What is imported of a project. */
interface ProjectImport {
  readonly projectId: string;
  readonly asOf: string;
  readonly list: UnleashBody;
  readonly missing: MissingLines;
}

async function* entriesOf(
  { api, signal }: SyncOptions,
  { projectId, asOf, list, missing }: ProjectImport,
): AsyncGenerator<Result<ImportEntry, UnleashFailure>> {
  const ended = new Set<number>();
  for await (const read of readChangeRequests({ api, projectId, signal }, list, missing, ended)) {
    yield read.map((changeRequest) => ({ kind: 'scheduled', changeRequest }));
  }
  if (missing.isEmpty) {
    yield ok({ kind: 'complete', projectId, asOf, source: 'sync', by: SYNC_PRINCIPAL });
    return;
  }
  for (const id of ended) yield ok({ kind: 'ended', projectId, id, by: SYNC_PRINCIPAL });
  yield ok({ kind: 'partial', projectId, asOf, source: 'sync' });
}

/** Reports why the change requests could not be listed, unless this Unleash has none. */
async function notListed(
  options: SyncOptions,
  project: Project,
  failure: UnleashFailure,
): Promise<Result<SyncedProject, StoreUnavailable>> {
  if (failure.type === 'UnleashAbsent' && !failure.isServed) {
    const stored = await coverageOf(options, project.id);
    if (stored.isErr()) return err(stored.error);
    if (!isSynced(stored.value)) return ok({ state: 'without', counts: NO_COUNTS });
  }
  return ok(notRead(options, project, failure));
}

function notRead({ report }: SyncOptions, { id }: Project, failure: UnleashFailure): SyncedProject {
  report(`project "${id}": ${lineOf(failure)}; the age of its data keeps growing`);
  return { state: 'outdated', counts: NO_COUNTS, failure };
}

const coverageOf = (
  { store, signal }: SyncOptions,
  projectId: string,
): ResultAsync<Coverage | undefined, StoreUnavailable> =>
  toResultAsync(store.projects.list({ projectIds: [projectId], signal })).map(
    ([project]) => project?.coverage,
  );

/** Unleash has listed the change requests of such a project before, so it has them. */
const isSynced = (coverage: Coverage | undefined): boolean =>
  coverage?.kind === 'as-of' && coverage.source === 'sync';

/** Returns an error of an import without complete entries. */
export function neverOutdated<E extends { readonly type: string }>(
  error: E | DataOutdated,
): Exclude<E, DataOutdated> {
  if (error.type === 'DataOutdated') throw new Error('no entry is complete');
  return error as Exclude<E, DataOutdated>;
}
