import type { CallOptions } from '@forewarn/core';
import { StoreBusy } from '@forewarn/store-sql';

/** When a call must stop: when its signal is aborted or, without a signal, after a time. */
export interface Deadline {
  readonly signal: AbortSignal | undefined;
  /** Throws the signal's reason, or `StoreBusy`. */
  throwIfOver(): void;
}

/** The deadline of a call that begins now. */
export function deadlineOf({ signal }: CallOptions, timeoutMs: number): Deadline {
  const end = performance.now() + timeoutMs;
  return {
    signal,
    throwIfOver: () => {
      signal?.throwIfAborted();
      if (signal === undefined && performance.now() > end) {
        throw new StoreBusy(`the call took longer than ${timeoutMs} ms`);
      }
    },
  };
}
