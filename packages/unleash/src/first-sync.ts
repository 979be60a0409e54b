import { wait } from '@forewarn/client/exchange';
import { withTimeLimit } from '@forewarn/platform';
import type { OriginRepository } from './origin-repository.ts';

/** Time between two looks whether it has ended, in milliseconds. */
const LOOK_MS = 1_000;
/** Maximum time of a look. */
const TIMEOUT_MS = 1_000;

/** Knows whether the first sync of a store is still to end, whichever node it runs on. */
export interface FirstSync {
  /** Whether it is, or the store can't say. The first call waits for the first look. */
  isRunning(): boolean | Promise<boolean>;
}

/** Looks whether the first sync has ended, every second until it has, or until the signal. */
export function watchFirstSync(
  { isSynced }: Pick<OriginRepository, 'isSynced'>,
  signal: AbortSignal,
): FirstSync {
  let isRunning: boolean | undefined;
  const look = async (): Promise<boolean> => {
    const synced = await withTimeLimit(TIMEOUT_MS, signal, (limited) =>
      isSynced({ signal: limited }),
    );
    if (synced.isOk()) isRunning = !synced.value;
    return isRunning ?? true;
  };
  const first = look();
  const watch = async (): Promise<void> => {
    let isLeft = await first;
    while (isLeft && !signal.aborted) {
      await wait(LOOK_MS, signal);
      isLeft = await look();
    }
  };
  void watch();
  return { isRunning: () => isRunning ?? first };
}
