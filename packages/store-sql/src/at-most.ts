import { StoreBusy } from './store-busy.ts';

/**
 * Lets so much work go on at one time, and refuses what comes beyond at once: under too much load it is better that some
 * are told to come back than that all wait.
 */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  return async (work) => {
    if (running === limit) throw new StoreBusy(`${limit} calls are being answered already`);
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
