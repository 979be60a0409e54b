import type { Coverage, DataOutdated, Project, StoreUnavailable } from '@forewarn/core';
import {
  type CompleteEntry,
  findOutdated,
  type ImportCounts,
  type ImportEntry,
} from '@forewarn/core/operator';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { NO_COUNTS } from './add-counts.ts';
import { MissingLines } from './missing-lines.ts';
import { changeRequestsPath } from './project-reading.ts';
import { readChangeRequests } from './read-change-requests.ts';
import type { SyncClock } from './sync-clock.ts';
import { SYNC_PRINCIPAL, type SyncOptions } from './sync-options.ts';
import type { UnleashBody } from './unleash-body.ts';
import { lineOf, type UnleashFailure } from './unleash-failure.ts';

/** The result of syncing a project. */
export interface SyncedProject {
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
export async function syncProject(
  options: SyncOptions,
  clock: SyncClock,
  project: Project,
): Promise<Result<SyncedProject, StoreUnavailable>> {
  const { api, report, signal } = options;
  // The data that is read may lack changes from here on.
  const asOf = clock();
  const list = await api.get(changeRequestsPath(project.id), signal);
  if (list.isErr()) return notRead(options, project, list.error);
  const missing = new MissingLines();
  const imported = await options.store.transfer.import(
    entriesOf(options, { project, asOf, list: list.value, missing }),
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
      return notRead(options, project, imported.error);
  }
}

/** What is imported of a project. */
interface ProjectImport {
  readonly project: Project;
  readonly asOf: string;
  readonly list: UnleashBody;
  readonly missing: MissingLines;
}

async function* entriesOf(
  options: SyncOptions,
  { project, asOf, list, missing }: ProjectImport,
): AsyncGenerator<Result<ImportEntry, UnleashFailure | DataOutdated | StoreUnavailable>> {
  const { api, signal } = options;
  const projectId = project.id;
  yield ok({ kind: 'project', project });
  for await (const read of readChangeRequests({ api, projectId, signal }, list, missing)) {
    yield read.map((changeRequest) => ({ kind: 'scheduled', changeRequest }));
  }
  if (missing.isEmpty) {
    yield ok({ kind: 'complete', projectId, asOf, source: 'sync', by: SYNC_PRINCIPAL });
    return;
  }
  const stored = await coverageOf(options, projectId);
  if (stored.isErr()) yield err(stored.error);
  else if (isNewer(stored.value, projectId, asOf)) yield err({ type: 'DataOutdated', projectId });
  else if (stored.value?.kind === 'live') {
    // Unleash has change requests that were not recorded here.
    yield ok({ kind: 'project', project, coverage: { kind: 'none' } });
  }
}

/** Reports why the change requests could not be read. */
async function notRead(
  options: SyncOptions,
  project: Project,
  failure: UnleashFailure,
): Promise<Result<SyncedProject, StoreUnavailable>> {
  const entry = { kind: 'project', project } as const;
  if (failure.type === 'UnleashAbsent') {
    const stored = await coverageOf(options, project.id);
    if (stored.isErr()) return err(stored.error);
    if (!isSynced(stored.value)) {
      return importAll(options, [entry]).map((counts) => ({ state: 'without', counts }));
    }
  }
  options.report(`project "${project.id}": ${lineOf(failure)}; the age of its data keeps growing`);
  // Elsewhere, the project must be known as one without data.
  const isForbidden = failure.type === 'UnleashRefused';
  if (!isForbidden) return ok({ state: 'outdated', counts: NO_COUNTS, failure });
  return importAll(options, [entry]).map((counts) => ({ state: 'outdated', counts, failure }));
}

/** Whether a sync has stored newer data. The store itself checks this only for complete lists. */
function isNewer(stored: Coverage | undefined, projectId: string, asOf: string): boolean {
  const entry = { kind: 'complete', projectId, asOf, source: 'sync' } as const;
  return findOutdated([entry], () => stored, Date.now()) !== undefined;
}

const coverageOf = (
  { store, signal }: SyncOptions,
  projectId: string,
): ResultAsync<Coverage | undefined, StoreUnavailable> =>
  store.projects
    .list({ signal })
    .map((projects) => projects.find(({ id }) => id === projectId)?.coverage);

/** Unleash has listed the change requests of such a project before, so it has them. */
const isSynced = (coverage: Coverage | undefined): boolean =>
  coverage?.kind === 'as-of' && coverage.source === 'sync';

/** Imports entries in one atomic step. None may be `complete`. */
function importAll(
  { store, signal }: SyncOptions,
  entries: readonly Exclude<ImportEntry, CompleteEntry>[],
): ResultAsync<ImportCounts, StoreUnavailable> {
  return store.transfer.import(eachOk(entries), { signal }).mapErr(neverOutdated);
}

/** Returns an error of an import without complete entries. */
export function neverOutdated<E extends { readonly type: string }>(
  error: E | DataOutdated,
): Exclude<E, DataOutdated> {
  if (error.type === 'DataOutdated') throw new Error('no entry is complete');
  return error as Exclude<E, DataOutdated>;
}

async function* eachOk<T>(values: readonly T[]): AsyncGenerator<Result<T, never>> {
  for (const value of values) yield ok(value);
}
