import { platform } from './platform.ts';

/** Maximum time that work holds the event loop at once, in milliseconds. */
const SLICE_MS = 5;

/** Resolves after other work of the event loop had its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    // A timer takes at least a millisecond, but browsers have nothing else.
    if (platform.setImmediate === undefined) platform.setTimeout(resolve, 0);
    else platform.setImmediate(resolve);
  });

/**
 * Returns a function for long work to call between its steps, also several at the same time: it lets other work run once
 * this work has held the event loop for long, and then throws the signal's reason if the signal is aborted.
 */
export function timeSlices(signal?: AbortSignal): () => Promise<void> | undefined {
  const endOfSlice = (): number => platform.performance.now() + SLICE_MS;
  let endsAt = endOfSlice();
  let pausing: Promise<void> | undefined;
  const pause = async (): Promise<void> => {
    await nextTurn();
    endsAt = endOfSlice();
    pausing = undefined;
    signal?.throwIfAborted();
  };
  return () => {
    if (pausing === undefined && platform.performance.now() < endsAt) return undefined;
    return (pausing ??= pause());
  };
}
