/** The shortest interval between two syncs. */
export const MIN_INTERVAL_MS = 2_000;

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Reads a time such as `60s`, `5m` or `1h` as milliseconds. Returns undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const { count = '', unit = '' } =
    /^(?<count>[1-9]\d{0,4})(?<unit>[smh])$/.exec(text)?.groups ?? {};
  const unitMs = UNIT_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}
