import { setTimeout } from 'node:timers/promises';

const INTERVAL_MS = 1_000;

/** Shares work among its callers: it runs at most once a second, and once at a time. */
export function sharedRun<T>(work: () => Promise<T>): () => Promise<T> {
  let run: Promise<T> | undefined;
  return () => {
    if (run !== undefined) return run;
    run = work();
    const interval = setTimeout(INTERVAL_MS, undefined, { ref: false });
    void Promise.allSettled([run, interval]).finally(() => {
      run = undefined;
    });
    return run;
  };
}
