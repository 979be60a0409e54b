/** Minimum time between two runs. */
const PAUSE_MS = 60_000;
/** A run takes at most a tenth of the time. */
const PAUSE_FACTOR = 9;

/**
 * Returns a function that returns the last result of the work, which must not reject, and starts it again in the background
 * if it is due. The result is undefined before the first run has ended, and when it is older than two pauses.
 */
export function inBackground<T>(work: () => Promise<T | undefined>): () => T | undefined {
  let known: T | undefined;
  let [startsAt, endsAt] = [-Infinity, Infinity];
  const run = async (): Promise<void> => {
    const began = performance.now();
    startsAt = Infinity;
    known = await work();
    const pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - began));
    startsAt = performance.now() + pauseMs;
    endsAt = startsAt + pauseMs;
  };
  return () => {
    const now = performance.now();
    if (now >= endsAt) known = undefined;
    if (now >= startsAt) void run();
    return known;
  };
}
