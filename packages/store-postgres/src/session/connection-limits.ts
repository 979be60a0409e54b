import { FairSemaphore } from '@forewarn/platform';

/** Maximum reads that wait for a connection, long ones aside. Further ones are refused at once. */
const MAX_WAITING = 500;
/** Maximum long reads at the same time: few, so that connections for reads are left to the others. */
const MAX_LONG = 2;
/** Maximum long reads of one caller that wait. Further ones are refused at once. */
const MAX_LONG_WAITING = 250;

/**
 * Divides the connections of a pool among reads and writes. Writes that hang, as for a synchronous standby that is gone, must
 * leave connections to reads.
 */
export function connectionLimits(max: number) {
  const writes = new FairSemaphore(Math.max(1, Math.floor(max / 2)));
  if (max === 1) return { reads: writes, writes };
  const maxReads = Math.ceil(max / 2);
  const reads = new FairSemaphore(maxReads, MAX_WAITING, {
    permits: Math.max(1, Math.min(MAX_LONG, maxReads - 1)),
    maxWaiting: MAX_LONG_WAITING,
  });
  return { reads, writes };
}
