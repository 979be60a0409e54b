import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time that reading a result holds the event loop at once. */
const SLICE_MS = 5;

/** Returns a function that lets the event loop run once it was held for long, and throws once the signal is aborted. */
export function slices(signal?: AbortSignal): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS;
  const begin = async (): Promise<void> => {
    await nextTurn();
    signal?.throwIfAborted();
    end = performance.now() + SLICE_MS;
  };
  return () => (performance.now() < end ? undefined : begin());
}
