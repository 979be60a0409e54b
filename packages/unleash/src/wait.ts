/** Maximum delay of a timer. Node runs one with a longer delay at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** Resolves after the time, however long it is, or when the signal is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  if (Number.isNaN(ms)) throw new RangeError('the time to wait is not a number');
  return new Promise((resolve) => {
    const endsAt = performance.now() + ms;
    let timer: NodeJS.Timeout | undefined;
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
