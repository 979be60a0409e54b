/**
 * Shares runs of some work among their callers. Calls during a run for a key share the next run, because the current one
 * may have read too early for them.
 */
export function shareNextRun<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();
  return (key) => {
    const begin = (): Promise<T> => {
      waiting.delete(key);
      const run = work(key).finally(() => running.delete(key));
      running.set(key, run);
      return run;
    };
    const next = waiting.get(key);
    if (next !== undefined) return next;
    const current = running.get(key);
    if (current === undefined) return begin();
    const shared = current.then(begin, begin);
    waiting.set(key, shared);
    return shared;
  };
}
