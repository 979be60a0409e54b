import { StoreBusy } from '@forewarn/core';

/**
 * Limits how much work runs at the same time, and refuses further work at once. Under too much load, early refusals are
 * better than long queues.
 */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  return async (work) => {
    if (running === limit)
      throw new StoreBusy(`the maximum of ${limit} concurrent calls is reached`);
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
