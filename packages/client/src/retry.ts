/** How often something is tried, and the waits between. */
export interface Tries {
  /** Maximum number of tries. */
  readonly tries: number;
  /** Maximum wait before the first retry, in milliseconds; it doubles for each further one. */
  readonly firstWaitMs: number;
  /** Maximum wait. A result that asks to wait longer is final. */
  readonly longestWaitMs: number;
  /** Ends the waits. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tries until a result is final, and returns it or that of the last try.
 *
 * @param minimumWaitOf returns the minimum wait before a retry, in milliseconds; undefined if the result is final
 */
export async function retry<T>(
  once: () => Promise<T>,
  minimumWaitOf: (result: T) => number | undefined,
  { tries, firstWaitMs, longestWaitMs, signal }: Tries,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const result = await once();
    const minimumMs = minimumWaitOf(result);
    if (minimumMs === undefined || minimumMs > longestWaitMs || tried >= tries) return result;
    // Jitter, so that clients that failed together don't retry together.
    const backOffMs = firstWaitMs * 2 ** (tried - 1) * (0.5 + Math.random() / 2);
    await wait(Math.min(Math.max(backOffMs, minimumMs), longestWaitMs), signal);
    if (signal?.aborted === true) return result;
  }
}

/** Maximum delay of a timer. Node runs one with a longer delay at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** Resolves after the time, however long it is, or when the signal is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  if (Number.isNaN(ms)) throw new RangeError('the time to wait is not a number');
  return new Promise((resolve) => {
    const endsAt = performance.now() + ms;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const next = (): void => {
      const left = endsAt - performance.now();
      if (left > 0) timer = setTimeout(next, Math.min(left, MAX_TIMER_MS));
      else end();
    };
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
    else next();
  });
}
