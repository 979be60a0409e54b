import { UNIT_MS } from '@forewarn/wire';

const UNITS = { s: 'second', m: 'minute', h: 'hour', d: 'day' } as const;

/** Reads a duration such as `90s`, `15m`, `24h` or `7d` as milliseconds. Returns undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const { count, unit } = /^(?<count>[1-9]\d{0,5})(?<unit>[smhd])$/.exec(text)?.groups ?? {};
  return count === undefined
    ? undefined
    : Number(count) * UNIT_MS[UNITS[unit as keyof typeof UNITS]];
}

const MIN_INTERVAL_MS = 2_000;

/** The valid intervals between two syncs. */
export const INTERVAL = 'a duration from 2s, such as 60s or 5m';

/** Reads the interval between two syncs as milliseconds. Returns undefined for any other text. */
export function intervalOf(text: string): number | undefined {
  const ms = parseDuration(text);
  return ms === undefined || ms < MIN_INTERVAL_MS ? undefined : ms;
}
