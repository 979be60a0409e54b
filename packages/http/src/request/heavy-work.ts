import { FairSemaphore, nextTurn } from '@forewarn/platform';
import type { StoreUnavailable } from '@forewarn/core';
import type { ResultAsync } from 'neverthrow';

/** Maximum heavy requests at the same time. */
const MAX_HEAVY = 2;
/** Maximum large ones among them: each can take a hundred megabytes. */
const MAX_LARGE = 1;
/** Maximum heavy requests of one caller that wait. Further ones are refused at once. */
const MAX_WAITING = 250;

/**
 * Runs work that can take much memory or time: a use case and the writing of its result. Little of it runs at the same time,
 * and callers take turns.
 */
export type HeavyWork = <T, E>(
  caller: string,
  signal: AbortSignal | undefined,
  work: () => ResultAsync<T, E>,
  isLarge?: boolean,
) => ResultAsync<T, E | StoreUnavailable>;

/** Makes the {@link HeavyWork} of one router. */
export function heavyWork(): HeavyWork {
  const large = { permits: MAX_LARGE, maxWaiting: MAX_WAITING };
  const semaphore = new FairSemaphore(MAX_HEAVY, MAX_WAITING, large);
  let passedOn: Promise<void> = Promise.resolve();
  return (caller, signal, work, isLarge) => {
    const worked = async () => {
      const result = await work();
      // To write one can hold the event loop, so no two are written in one turn.
      passedOn = passedOn.then(nextTurn);
      await passedOn;
      return result;
    };
    return semaphore.admit(signal, worked, caller, isLarge);
  };
}
