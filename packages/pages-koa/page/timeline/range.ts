import { dayText, monthText } from '../parts/times.ts';
import { startOf } from './start-of.ts';

/** How much time the timeline shows: `days` are 7 from any day on. */
export const SCALES = ['day', 'days', 'week', 'month', 'all'] as const;
type Scale = (typeof SCALES)[number];

/** The time that the timeline shows, in the browser's zone. */
export interface Range {
  readonly scale: Scale;
  readonly start: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** A line of the axis. */
export interface Tick {
  readonly at: Date;
  readonly label: string;
  readonly isWeekend: boolean;
}

const isScale = (text: string | null): text is Scale => SCALES.some((scale) => scale === text);

/** When a period begins, or one that is `count` later. */
const startOfPeriod = (scale: Exclude<Scale, 'all'>, date: Date, count = 0): Date =>
  scale === 'days' ? startOf('day', date, 7 * count) : startOf(scale, date, count);

/**
 * Reads the range from the URL: `scale`, and `from` as a date such as `2026-11-23`. By default it is the next 7 days, or the first
 * ones that have something to come.
 *
 * @param times of all entries, in ascending order
 */
export function rangeIn(query: URLSearchParams, now: number, times: readonly number[]): Range {
  const asked = query.get('scale');
  const scale = isScale(asked) ? asked : 'days';
  if (scale === 'all') return rangeOf(times, now);
  const from = new Date(`${query.get('from')}T00:00`);
  const current = rangeFrom(scale, new Date(from.getTime() || now));
  const next = times.find((at) => at >= now) ?? now;
  const isEmpty = Number.isNaN(from.getTime()) && next >= current.end.getTime();
  return isEmpty ? rangeFrom(scale, new Date(next)) : current;
}

function rangeFrom(scale: Exclude<Scale, 'all'>, from: Date): Range {
  const start = startOfPeriod(scale, from);
  return { scale, start, end: startOfPeriod(scale, start, 1) };
}

function rangeOf(times: readonly number[], now: number): Range {
  const [first = now, last = now] = [times[0], times.at(-1)];
  const start = startOf('day', new Date(Math.min(first, now)));
  return { scale: 'all', start, end: startOf('day', new Date(Math.max(last, now)), 1) };
}

/** The value of `from` for a range that is some units later. */
export function shifted({ scale, start }: Range, count: number): string {
  return scale === 'all' ? dateParameter(start) : dateParameter(startOfPeriod(scale, start, count));
}

/** A local date as `from` takes it. */
export function dateParameter(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return [String(year).padStart(4, '0'), pad(month), pad(day)].join('-');
}

const pad = (number: number): string => String(number).padStart(2, '0');

const words = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** The range in words: `23–29 November 2026`. */
export function rangeText({ scale, start, end }: Range): string {
  if (scale === 'day') return dayText(start);
  return scale === 'month' ? monthText(start) : words.formatRange(start, startOf('day', end, -1));
}

/** The lines of the axis, at most 31. */
export function ticksOf({ scale, start, end }: Range): readonly Tick[] {
  const length = end.getTime() - start.getTime();
  const isLong = scale === 'all' && length > MAX_DAYS * 86_400_000;
  const dates = isLong
    ? EIGHTHS.map((eighth) => startOf('day', new Date(start.getTime() + (eighth / 8) * length)))
    : scale === 'day'
      ? EIGHTHS.map((eighth) => new Date(new Date(start).setHours(3 * eighth)))
      : daysFrom(start, end);
  return dates.map((at) => ({
    at,
    label: LABELS[scale](at),
    isWeekend: !isLong && scale !== 'day' && [0, 6].includes(at.getDay()),
  }));
}

/** The last day of a range whose ticks are not days. */
export const endLabelOf = ({ scale, start, end }: Range): string | undefined =>
  scale === 'all' && end.getTime() - start.getTime() > MAX_DAYS * 86_400_000
    ? LABELS.all(startOf('day', end, -1))
    : undefined;

/** Maximum days of all that have a tick each. */
const MAX_DAYS = 10;

const EIGHTHS = [0, 1, 2, 3, 4, 5, 6, 7];

function daysFrom(start: Date, end: Date): readonly Date[] {
  const days: Date[] = [];
  for (let day = start; day < end; day = startOf('day', day, 1)) days.push(day);
  return days;
}

const text = (options: Intl.DateTimeFormatOptions): ((at: Date) => string) => {
  const formatter = new Intl.DateTimeFormat('en-GB', options);
  return (at) => formatter.format(at);
};
const LABELS: Readonly<Record<Scale, (at: Date) => string>> = {
  day: text({ hour: '2-digit', minute: '2-digit' }),
  days: text({ weekday: 'short', day: 'numeric' }),
  week: text({ weekday: 'short', day: 'numeric' }),
  month: text({ day: 'numeric' }),
  all: text({ day: 'numeric', month: 'short', year: 'numeric' }),
};
