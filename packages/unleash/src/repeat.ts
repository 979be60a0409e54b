import { wait } from '@forewarn/client/exchange';

/** How often something runs. */
export interface Repetition {
  /** The maximum wait, unless a run asks for a longer one. */
  readonly intervalMs: number;
  /** Ends the repetition. */
  readonly signal: AbortSignal;
}

const JITTER = 0.1;

/**
 * Runs something again and again until the signal is aborted. Some waits are a little shorter, so that nodes that started
 * together don't stay together.
 *
 * @param run returns the minimum wait until the next run, in milliseconds
 */
export async function repeat(
  run: () => Promise<number | undefined>,
  { intervalMs, signal }: Repetition,
): Promise<void> {
  while (!signal.aborted) {
    const minimumMs = (await run()) ?? 0;
    const jittered = intervalMs * (1 - JITTER * Math.random());
    await wait(Math.max(jittered, minimumMs), signal);
  }
}
