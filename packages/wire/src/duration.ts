/** The units of durations, in milliseconds. */
export const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** A duration in its largest unit of which there are at least two: `3 hours`. */
export function durationText(ms: number): string {
  const unit =
    (['day', 'hour', 'minute'] as const).find((each) => ms >= 2 * UNIT_MS[each]) ?? 'second';
  const count = Math.floor(ms / UNIT_MS[unit]);
  // Without Intl, which takes a command 10 ms to load.
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const UNITS = { s: 'second', m: 'minute', h: 'hour', d: 'day' } as const;

/** Reads a duration such as `90s`, `15m`, `24h` or `7d` as milliseconds. Returns undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const { count, unit } = /^(?<count>[1-9]\d{0,5})(?<unit>[smhd])$/.exec(text)?.groups ?? {};
  return count === undefined
    ? undefined
    : Number(count) * UNIT_MS[UNITS[unit as keyof typeof UNITS]];
}
