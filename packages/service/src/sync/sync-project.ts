import type { Coverage, Project, StoreUnavailable } from '@forewarn/core';
import {
  type CompleteEntry,
  findOutdated,
  type ImportCounts,
  type ImportEntry,
} from '@forewarn/core/operator';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { NO_COUNTS } from './add-counts.ts';
import { readChangeRequests } from './read-change-requests.ts';
import type { SyncClock } from './sync-clock.ts';
import { SYNC_PRINCIPAL, type SyncOptions } from './sync-options.ts';
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

/** Maximum number of lines about one project. */
const MAX_LINES = 10;

/** Copies a project and its change requests in one atomic step. */
export async function syncProject(
  options: SyncOptions,
  clock: SyncClock,
  project: Project,
): Promise<Result<SyncedProject, StoreUnavailable>> {
  const { api, report, signal } = options;
  const say = (line: string): void => report(`project "${project.id}": ${line}`);
  // The data that is read may lack changes from here on.
  const asOf = clock();
  const read = await readChangeRequests({ api, projectId: project.id, signal });
  const entry = { kind: 'project', project } as const;
  if (read.isErr()) {
    const failure = read.error;
    if (failure.type === 'UnleashAbsent') {
      const stored = await coverageOf(options, project.id);
      if (stored.isErr()) return err(stored.error);
      if (!isSynced(stored.value)) {
        return importAll(options, [entry]).map((counts) => ({ state: 'without', counts }));
      }
    }
    say(`${lineOf(failure)}; the age of its data keeps growing`);
    // Elsewhere, the project must be known as one without data.
    const isForbidden = failure.type === 'UnleashRefused';
    if (!isForbidden) return ok({ state: 'outdated', counts: NO_COUNTS, failure });
    return importAll(options, [entry]).map((counts) => ({ state: 'outdated', counts, failure }));
  }
  const { scheduled, missing } = read.value;
  for (const line of missing.slice(0, MAX_LINES)) say(`${line}; the age of its data keeps growing`);
  if (missing.length > MAX_LINES) say(`${missing.length - MAX_LINES} more problems like these`);
  const isWhole = missing.length === 0;
  if (!isWhole) {
    const newer = await hasNewer(options, project.id, asOf);
    if (newer.isErr()) return err(newer.error);
    if (newer.value) return ok({ state: 'superseded', counts: NO_COUNTS });
  }
  const entries: readonly ImportEntry[] = [
    entry,
    ...scheduled.map((changeRequest) => ({ kind: 'scheduled', changeRequest }) as const),
    ...(isWhole
      ? [
          {
            kind: 'complete',
            projectId: project.id,
            asOf,
            source: 'sync',
            by: SYNC_PRINCIPAL,
          } as const,
        ]
      : []),
  ];
  return options.store.transfer
    .import(eachOk(entries), { signal })
    .map((counts): SyncedProject => ({ state: isWhole ? 'current' : 'outdated', counts }))
    .orElse((error) =>
      error.type === 'DataOutdated'
        ? ok({ state: 'superseded' as const, counts: NO_COUNTS })
        : err(error),
    );
}

/** Returns whether a sync has stored newer data. The store itself checks this only for complete lists. */
const hasNewer = (
  options: SyncOptions,
  projectId: string,
  asOf: string,
): ResultAsync<boolean, StoreUnavailable> =>
  coverageOf(options, projectId).map((coverage) => {
    const entry = { kind: 'complete', projectId, asOf, source: 'sync' } as const;
    return findOutdated([entry], () => coverage, Date.now()) !== undefined;
  });

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
export function importAll(
  { store, signal }: SyncOptions,
  entries: readonly Exclude<ImportEntry, CompleteEntry>[],
): ResultAsync<ImportCounts, StoreUnavailable> {
  return store.transfer.import(eachOk(entries), { signal }).mapErr((error) => {
    if (error.type === 'DataOutdated') throw new Error('no entry is complete');
    return error;
  });
}

async function* eachOk<T>(values: readonly T[]): AsyncGenerator<Result<T, never>> {
  for (const value of values) yield ok(value);
}
