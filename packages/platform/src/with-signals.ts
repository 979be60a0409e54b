import { platform } from './platform.ts';
import type { Listening } from './until-aborted.ts';

/**
 * Does work with a signal that is aborted with the first of others, until the work ends. `AbortSignal.any` would leave something in
 * a signal that lives on, each time, in Node 22 and 24.0, and can miss an abort in Node 24.16 to 26.8.
 */
export async function withSignals<T>(
  signals: readonly (AbortSignal & Partial<Listening>)[],
  work: (signal: AbortSignal) => PromiseLike<T>,
): Promise<T> {
  const first = new platform.AbortController();
  const end = (): void => first.abort(signals.find(({ aborted }) => aborted)?.reason);
  if (signals.some(({ aborted }) => aborted)) end();
  for (const each of signals) each.addEventListener?.('abort', end, { once: true });
  try {
    return await work(first.signal);
  } finally {
    for (const each of signals) each.removeEventListener?.('abort', end);
  }
}

/** The same with one that is aborted after a time. A time that is over, or is not whole, is rounded up. */
export function withTimeLimit<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => PromiseLike<T>,
): Promise<T> {
  const limit = platform.AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
  return withSignals(signal === undefined ? [limit] : [limit, signal], work);
}
