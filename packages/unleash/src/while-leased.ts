import { randomUUID } from 'node:crypto';
import { wait } from '@forewarn/client/exchange';
import type { StoreUnavailable } from '@forewarn/core';
import { withSignals, withTimeLimit } from '@forewarn/platform';
import type { LeaseRepository } from './lease-repository.ts';
import { repeat } from './repeat.ts';

/** A lease on work that one node at a time does. */
export interface WorkLease {
  readonly leases: LeaseRepository;
  readonly name: string;
  /** How often this node renews the lease, or tries to acquire it, in milliseconds. */
  readonly renewMs: number;
  /** Ends the work. */
  readonly signal: AbortSignal;
  /** Receives each failure of the store, with the duration of the call. */
  readonly onFailure: (failure: StoreUnavailable, ms: number) => void;
  /** Is called when this node begins to wait, because another one has the lease. */
  readonly onWait: () => void;
}

/** The time to live, as a multiple of `renewMs`, so that a slow store or a pause of this process does not lose the lease. */
const TTL = 3;
/** Timeout of a renewal, in the same unit. After it, the work ends before another node can begin it. */
const MAX_RENEWAL = 2;
/** A node that stops does not wait for a store that hangs. */
const RELEASE_TIMEOUT_MS = 1_000;

/**
 * Does work while this node has a lease. The work's signal is aborted when the lease is lost, or can't be renewed.
 * Releases the lease at the end, so that another node does not wait until it expires.
 */
export async function whileLeased(
  { leases, name, renewMs, signal, onFailure, onWait }: WorkLease,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const request = { name, holder: randomUUID(), ttlMs: TTL * renewMs };
  // On this machine's clock. The store counts from a later moment, so its lease does not expire earlier.
  let leasedUntil = Number.POSITIVE_INFINITY;
  let isWaiting = false;
  const acquire = async (end: AbortSignal): Promise<boolean> => {
    const startedAt = performance.now();
    const timeoutMs = Math.min(MAX_RENEWAL * renewMs, Math.max(0, leasedUntil - startedAt));
    const acquired = await withTimeLimit(Math.floor(timeoutMs), end, (limited) =>
      leases.acquire(request, { signal: limited }),
    );
    if (acquired.isErr() && !end.aborted) {
      onFailure(acquired.error, performance.now() - startedAt);
    }
    const isHeld = acquired.unwrapOr(false);
    if (acquired.isOk() && !isHeld && !isWaiting) onWait();
    isWaiting = acquired.isOk() ? !isHeld : isWaiting;
    leasedUntil = isHeld ? startedAt + TTL * renewMs : Number.POSITIVE_INFINITY;
    return isHeld;
  };
  const renewUntil = async (end: AbortSignal): Promise<void> => {
    do {
      await wait(renewMs, end);
    } while (!end.aborted && (await acquire(end)));
  };
  const look = async (): Promise<undefined> => {
    if (!(await acquire(signal))) return;
    const lost = new AbortController();
    const lose = (): void => lost.abort();
    const ended = await withSignals([signal, lost.signal], (held) =>
      Promise.allSettled([work(held).finally(lose), renewUntil(held).finally(lose)]),
    );
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  };
  try {
    await repeat(look, { intervalMs: renewMs, signal });
  } finally {
    await leases.release(request, { signal: AbortSignal.timeout(RELEASE_TIMEOUT_MS) });
  }
}
