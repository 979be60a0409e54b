/** Runs the works of one key one after the other. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Makes turns of their own. */
export function makeTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const run = last.get(key)?.then(work, work) ?? work();
    last.set(key, run);
    const end = (): void => {
      if (last.get(key) === run) last.delete(key);
    };
    run.then(end, end);
    return run;
  };
}
