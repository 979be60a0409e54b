import { parseDuration } from '@forewarn/wire/duration';

const MIN_INTERVAL_MS = 2_000;

/** The valid intervals between two syncs. */
export const INTERVAL = 'a duration from 2s, such as 60s or 5m';

/** Reads the interval between two syncs as milliseconds. Returns undefined for any other text. */
export function intervalOf(text: string): number | undefined {
  const ms = parseDuration(text);
  return ms === undefined || ms < MIN_INTERVAL_MS ? undefined : ms;
}
