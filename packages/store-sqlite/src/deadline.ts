import { setTimeout as delay } from 'node:timers/promises';
import { type CallOptions, StoreBusy } from '@forewarn/core';
import { BeingDeleted } from './project-deletions.ts';
import { isBusy } from './sqlite-errors.ts';

const FIRST_RETRY_MS = 5;
const MAX_RETRY_MS = 50;

/** When a call must stop: when its signal is aborted or, without a signal, after a time. */
export interface Deadline {
  readonly signal: AbortSignal | undefined;
  /** Throws the signal's reason, or `StoreBusy`. */
  throwIfExpired(): void;
}

/** The deadline of a call that begins now. */
export function deadlineOf({ signal }: CallOptions, timeoutMs: number): Deadline {
  const end = performance.now() + timeoutMs;
  return {
    signal,
    throwIfExpired: () => {
      signal?.throwIfAborted();
      if (signal === undefined && performance.now() > end) {
        throw new StoreBusy(`the call took longer than ${timeoutMs} ms`);
      }
    },
  };
}

/** Retries work until its deadline while another connection holds a lock or the rows of a deleted project are in the way. */
export const retryWhileBusy = <T>(
  work: () => Promise<T>,
  deadline: Deadline,
  maxRetryMs?: number,
): Promise<T> =>
  retryWhile((error) => isBusy(error) || error instanceof BeingDeleted, work, deadline, maxRetryMs);

/** The same for work in whose turn no rows are removed: only while another connection holds a lock. */
export const retryWhileLocked = <T>(work: () => Promise<T>, deadline: Deadline): Promise<T> =>
  retryWhile(isBusy, work, deadline);

async function retryWhile<T>(
  isPassing: (error: unknown) => boolean,
  work: () => Promise<T>,
  deadline: Deadline,
  maxRetryMs = MAX_RETRY_MS,
): Promise<T> {
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, maxRetryMs)) {
    let busy: unknown;
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      busy = error;
    }
    // Its rejection does not name the signal's reason.
    await delay(waitMs, undefined, { signal: deadline.signal }).catch(() => {});
    try {
      deadline.throwIfExpired();
    } catch (expired) {
      throw deadline.signal === undefined ? busy : expired;
    }
  }
}
