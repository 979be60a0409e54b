import { durationText } from '@forewarn/wire/duration';

/** Returns the time of data that is read from now on, in ISO 8601, UTC. */
export type SyncClock = () => string;

/** Maximum difference of clocks that the network and the whole seconds of `Date` headers explain. */
const TOLERANCE_MS = 10_000;

/**
 * Returns by how many milliseconds this machine's clock is ahead of Unleash's at least, negative if it is behind. Unleash looked at
 * its clock at some time between the request and the end of the response, which can be slow.
 *
 * @param serverTime Unleash's clock in the response
 * @param askedAt this machine's clock before the request
 * @param receivedAt this machine's clock after the response
 */
export const aheadOf = (serverTime: number, askedAt: number, receivedAt: number): number =>
  Math.max(askedAt - serverTime, 0) || Math.min(receivedAt - serverTime, 0);

/**
 * Returns the earlier of this machine's clock and Unleash's, so that data never looks newer than it is. Reports clocks that
 * differ.
 *
 * @param now this machine's clock, in milliseconds since 1970
 * @param aheadMs by how much it is ahead of Unleash's
 */
export function syncClock(
  now: () => number,
  aheadMs: number,
  report: (line: string) => void,
): SyncClock {
  const differ = Math.abs(aheadMs) > TOLERANCE_MS;
  if (differ) {
    const ms = Math.round(Math.abs(aheadMs) / TOLERANCE_MS) * TOLERANCE_MS;
    const [fast, slow] = aheadMs > 0 ? ['this machine', 'Unleash'] : ['Unleash', 'this machine'];
    report(
      `the clock of ${fast} is ${durationText(ms)} ahead of that of ${slow}: correct it; until then, the earlier time counts`,
    );
  }
  const behindMs = differ ? Math.max(0, aheadMs) : 0;
  return () => new Date(now() - behindMs).toISOString();
}
