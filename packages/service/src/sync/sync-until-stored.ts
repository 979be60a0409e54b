import { wait } from '../wait.ts';
import { syncOnce } from './sync-once.ts';
import type { SyncOptions } from './sync-options.ts';

/** Maximum number of syncs per call. */
const MAX_TRIES = 3;
/** All waits together exceed one second, the precision of a sync's time. */
const AGAIN_MS = 600;

/**
 * Syncs again if another sync has stored data of a later time: the clock behind that time may be ahead, so the stored data
 * may be from before the call. Returns the last result.
 */
export async function syncUntilStored(options: SyncOptions): ReturnType<typeof syncOnce> {
  for (let tries = 1; ; tries += 1) {
    const synced = await syncOnce(options);
    const isDone = synced.isErr() || !synced.value.isSuperseded;
    if (isDone || tries === MAX_TRIES || options.signal?.aborted === true) return synced;
    await wait(AGAIN_MS, options.signal);
  }
}
