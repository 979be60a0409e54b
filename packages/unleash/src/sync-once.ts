import { retry } from '@forewarn/client/exchange';
import { type StoreUnavailable, toResultAsync } from '@forewarn/core';
import { addCounts, type ImportEntry, type Project } from '@forewarn/record';
import { err, ok, type Result } from 'neverthrow';
import { deleteGoneProjects, deleteGoneStrategies } from './delete-gone.ts';
import { whyHidden } from './hides-projects.ts';
import { readLists, type ReadLists } from './read-lists.ts';
import { syncClock } from './sync-clock.ts';
import { syncNames } from './sync-names.ts';
import type { SyncOptions } from './sync-options.ts';
import { neverOutdated, type SyncedProjects, syncProjects } from './sync-projects.ts';
import type { UnleashFailure } from './unleash-failure.ts';
import { claimOrigin } from './claim-origin.ts';

export interface SyncResult extends SyncedProjects {
  /** Whether everything could be read, names and the use of features aside. */
  readonly isCurrent: boolean;
  /** Which of the wanted projects Unleash does not list. */
  readonly unlisted: readonly string[];
  readonly deleted: { readonly projects: number; readonly strategies: number };
}

/** The result of a sync, or why there is none. */
export type Synced = Result<SyncResult, UnleashFailure | StoreUnavailable>;

/**
 * Copies the state of Unleash into the store once, unless the store follows another one: the strategy definitions, all
 * projects, and then the change requests of each and, where they are due, the names that exist in it. Deletes what Unleash no longer has. A project that can't be read whole keeps
 * the time of its data, and one that was never read has no coverage.
 */
export async function syncOnce(options: SyncOptions): Promise<Synced> {
  const { api, store, projectIds, report, signal, now = Date.now } = options;
  const lists = await readLists(api, signal, now);
  if (lists.isErr()) return err(lists.error);
  const claimed = await claimOrigin(options);
  if (claimed.isErr()) return err(claimed.error);
  const { projects, definitions, listed, unreadable, aheadMs } = lists.value;
  const unlisted = (projectIds ?? []).filter((id) => !listed.projects.has(id));
  for (const id of unlisted) report(`Unleash lists no project "${id}" for this key`);
  const clock = syncClock(now, aheadMs, report);

  const wanted = projects.filter(({ id }) => projectIds?.includes(id) ?? true);
  const entries = entriesOf(wanted, definitions);
  const imported = await toResultAsync(store.transfer.import(entries, { signal })).mapErr(
    neverOutdated,
  );
  if (imported.isErr()) return err(imported.error);
  const remembered = await rememberHidden(options, listed.projects);
  if (remembered.isErr()) return err(remembered.error);
  for (const line of unreadable.all()) report(line);
  const synced = await syncProjects(options, clock, wanted);
  if (synced.isErr()) return err(synced.error);
  const named = await syncNames(withDueNames(options, synced.value), clock, wanted);
  if (named.isErr()) return err(named.error);

  const strategies = await deleteGoneStrategies(options, listed.strategies);
  if (strategies.isErr()) return err(strategies.error);
  const gone = await deleteGoneProjects(options, listed.projects);
  if (gone.isErr()) return err(gone.error);
  const ended = await rememberEnd(options, synced.value);
  if (ended.isErr()) return err(ended.error);
  const readable = new Set<unknown>(projects.map(({ id }) => id));
  const areAllRead = (projectIds ?? [...listed.projects]).every(
    (id) => readable.has(id) || !listed.projects.has(id),
  );
  return ok({
    ...synced.value,
    areProjectsCurrent: synced.value.areProjectsCurrent && areAllRead,
    counts: {
      ...addCounts(imported.value, synced.value.counts),
      projects: imported.value.projects,
    },
    isCurrent: synced.value.areProjectsCurrent && unreadable.isEmpty && unlisted.length === 0,
    unlisted,
    deleted: { projects: gone.value, strategies: strategies.value },
  });
}

/** What was applied can have archived or deleted what it touched, so the names are due there, too. */
const withDueNames = (
  { areNamesDue, ...options }: SyncOptions,
  { withdrawnIn }: SyncedProjects,
): SyncOptions => ({
  ...options,
  areNamesDue: areNamesDue && ((id) => areNamesDue(id) || withdrawnIn.has(id)),
});

/**
 * Remembers whether Unleash may have projects that the store has no copy of. Only a sync of all projects can rule that out, once
 * they are stored.
 */
async function rememberHidden(
  { api, store, projectIds, report, signal }: SyncOptions,
  listed: ReadonlySet<unknown>,
): Promise<Result<void, StoreUnavailable>> {
  const why = projectIds === undefined ? await whyHidden(api, signal) : undefined;
  if (why !== undefined) report(why);
  const stored = await store.projects.list({ signal });
  if (stored.isErr()) return err(stored.error);
  const copied = new Set<unknown>(stored.value.map(({ id }) => id));
  const lacks = [...listed].some((id) => !copied.has(id));
  if (store.origins === undefined || (projectIds !== undefined && !lacks)) return ok();
  return store.origins.setHidesProjects(why !== undefined || lacks, { signal });
}

/** Remembers that all projects were tried: each has a coverage of its own from now on. */
async function rememberEnd(
  { store: { origins }, projectIds, signal }: SyncOptions,
  { skipped }: SyncedProjects,
): Promise<Result<void, StoreUnavailable>> {
  if (origins === undefined || projectIds !== undefined || skipped > 0) return ok();
  const isSynced = await origins.isSynced({ signal });
  if (isSynced.isErr()) return err(isSynced.error);
  return isSynced.value ? ok() : origins.setSynced({ signal });
}

async function* entriesOf(
  projects: readonly Project[],
  definitions: ReadLists['definitions'],
): AsyncGenerator<Result<ImportEntry, UnleashFailure>> {
  for (const project of projects) yield ok({ kind: 'project', project });
  yield* definitions;
}

/** Maximum number of syncs per call. */
const MAX_TRIES = 3;
/** All waits together exceed one second, the precision of a sync's time. */
const AGAIN_MS = 600;

/**
 * Syncs again if another sync has stored data of a later time: the clock behind that time may be ahead, so the stored data
 * may be from before the call. Returns the last result.
 */
export const syncUntilStored = (options: SyncOptions): Promise<Synced> =>
  retry(
    () => syncOnce(options),
    (synced) => (synced.isOk() && synced.value.isSuperseded ? AGAIN_MS : undefined),
    { tries: MAX_TRIES, firstWaitMs: AGAIN_MS, longestWaitMs: AGAIN_MS, signal: options.signal },
  );

/** Returns the milliseconds that Unleash asks to wait before the next sync. */
export function minimumWaitOf(synced: Synced): number | undefined {
  const failures = synced.isOk() ? synced.value.failures : [synced.error];
  const waits = failures.flatMap((each) =>
    each.type === 'UnleashUnavailable' ? (each.retryAfterMs ?? []) : [],
  );
  return waits.length === 0 ? undefined : Math.max(...waits);
}
