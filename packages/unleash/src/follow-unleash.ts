import { err } from 'neverthrow';
import { FeatureSearch } from './feature-search.ts';
import type { FollowingPorts } from './following-ports.ts';
import type { LeaseRepository } from './lease-repository.ts';
import { repeat } from './repeat.ts';
import { minimumWaitOf, type Synced, syncOnce } from './sync-once.ts';
import { SYNC_PRINCIPAL, type SyncOptions } from './sync-options.ts';
import type { UnleashApi } from './unleash-api.ts';
import { whileLeased, type WorkLease } from './while-leased.ts';

/** A store that follows an Unleash. */
export interface Following {
  readonly api: UnleashApi;
  /** With `leases`, one node at a time syncs. Without them, only one node may follow. */
  readonly store: SyncOptions['store'] & Partial<Pick<FollowingPorts, 'leases'>>;
  /** The time between two syncs, in milliseconds. */
  readonly intervalMs: number;
  readonly observer: FollowObserver;
  /** Ends the syncs. */
  readonly signal: AbortSignal;
}

/** Learns what happens while a store follows an Unleash. */
export interface FollowObserver {
  /** A sync ended, or could not begin. */
  readonly onSync: (synced: Synced, ms: number) => void;
  /** Receives one line for each thing that could not be copied: why, and what to do. */
  readonly onMissing: (line: string) => void;
  /** This node begins to wait, because another one syncs. */
  readonly onWait: () => void;
  /** A bug ended the syncs. They begin again after the interval. */
  readonly onBug: (bug: unknown) => void;
}

/**
 * Maximum time between two renewals of the lease, for any interval. If this node dies, another one takes over within a
 * minute, or this one continues after a restart.
 */
const MAX_RENEW_MS = 10_000;

/** Copies an Unleash into a store at each interval, until the signal is aborted. It never rejects. */
export async function followUnleash(following: Following): Promise<void> {
  const { store, intervalMs, observer, signal } = following;
  const areNamesDue = dueAtIntervals();
  const featureSearch = new FeatureSearch({ api: following.api });
  const syncs = (held: AbortSignal): Promise<void> =>
    repeat(() => syncWhileHeld(following, { areNamesDue, featureSearch }, held), {
      intervalMs,
      signal: held,
    });
  const follow = async (): Promise<undefined> => {
    try {
      const { leases } = store;
      await (leases === undefined ? syncs(signal) : whileLeased(leaseOf(following, leases), syncs));
    } catch (bug) {
      observer.onBug(bug);
    }
  };
  await repeat(follow, { intervalMs, signal });
}

function leaseOf({ intervalMs, observer, signal }: Following, leases: LeaseRepository): WorkLease {
  const { onSync, onWait } = observer;
  return {
    leases,
    name: SYNC_PRINCIPAL,
    renewMs: Math.min(intervalMs, MAX_RENEW_MS),
    signal,
    onFailure: (failure, ms) => onSync(err(failure), ms),
    onWait,
  };
}

/** Maximum age of the names in a project. To list its features costs Unleash much more than to list its change requests. */
const NAMES_MS = 300_000;

/** Returns a function that says when the names in a project are due: each time a little earlier, so that the projects spread. */
function dueAtIntervals(): (projectId: string) => boolean {
  const dueAt = new Map<string, number>();
  return (projectId) => {
    const now = performance.now();
    if (now < (dueAt.get(projectId) ?? 0)) return false;
    dueAt.set(projectId, now + NAMES_MS * (1 - Math.random() / 2));
    return true;
  };
}

/** Returns the minimum wait until the next sync. */
async function syncWhileHeld(
  { api, store, observer }: Following,
  names: Pick<SyncOptions, 'areNamesDue' | 'featureSearch'>,
  held: AbortSignal,
): Promise<number | undefined> {
  const startedAt = performance.now();
  const report = (line: string): void => {
    if (!held.aborted) observer.onMissing(line);
  };
  const synced = await syncOnce({ api, store, ...names, report, signal: held });
  if (held.aborted) return undefined;
  observer.onSync(synced, performance.now() - startedAt);
  return minimumWaitOf(synced);
}
