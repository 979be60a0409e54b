import type { Range } from '../timeline/range.ts';

const MINUTE_MS = 60_000;

/** Returns the time of a mark that is dragged: full quarters of an hour, or full hours where a pixel is more. */
export function draggedTime(at: number, byMs: number, { scale }: Range, now: number): number {
  const to = at + byMs;
  const step = MINUTE_MS * (scale === 'month' || scale === 'all' ? 60 : 15);
  // Setting the minutes of a date would leave the second of two hours where the clocks go back.
  const past = new Date(to).getMinutes() * MINUTE_MS + (to % MINUTE_MS);
  return notBefore(now, to - past + Math.round(past / step) * step);
}

/**
 * Returns the time of a mark that a key moves by an hour, or by a day of the calendar: the same time of the day, also where the
 * clocks change.
 *
 * @param by hours or days, negative for earlier ones
 */
export function steppedTime(at: number, by: number, unit: 'hour' | 'day', now: number): number {
  const date = new Date(at);
  if (unit === 'day') date.setDate(date.getDate() + by);
  else date.setTime(at + by * 60 * MINUTE_MS);
  return notBefore(now, date.getTime());
}

/** The past has no forecast: the next minute is the earliest time. */
const notBefore = (now: number, at: number): number =>
  Math.max(at, (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS);
