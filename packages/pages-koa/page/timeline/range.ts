import { timeDay, timeHour, timeMonday, timeMonth } from 'd3-time';
import { dayText, monthText } from '../parts/times.ts';

/** How much time the timeline shows. */
export const SCALES = ['day', 'week', 'month', 'all'] as const;
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

// Calendar units: a day can have 23 or 25 hours.
const UNITS = { day: timeDay, week: timeMonday, month: timeMonth };

const isScale = (text: string | null): text is Scale => SCALES.some((scale) => scale === text);

/**
 * Reads the range from the URL: `scale`, and `from` as a date such as `2026-11-23`. By default it is the current week.
 *
 * @param times of all entries, for the scale `all`
 */
export function rangeIn(query: URLSearchParams, now: number, times: readonly number[]): Range {
  const asked = query.get('scale');
  const scale = isScale(asked) ? asked : 'week';
  if (scale === 'all') return rangeOf(times, now);
  const from = new Date(`${query.get('from')}T00:00`);
  const unit = UNITS[scale];
  const start = unit.floor(Number.isNaN(from.getTime()) ? new Date(now) : from);
  return { scale, start, end: unit.offset(start, 1) };
}

function rangeOf(times: readonly number[], now: number): Range {
  const [first = now, last = now] = [times[0], times.at(-1)];
  const start = timeDay.floor(new Date(Math.min(first, now)));
  return { scale: 'all', start, end: timeDay.offset(new Date(Math.max(last, now)), 1) };
}

/** The value of `from` for a range that is some units later. */
export function shifted({ scale, start }: Range, count: number): string {
  return scale === 'all' ? dateParameter(start) : dateParameter(UNITS[scale].offset(start, count));
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
  return scale === 'month' ? monthText(start) : words.formatRange(start, timeDay.offset(end, -1));
}

/** The parts of the scale `all`, which has no unit. */
const EVENLY = [0, 1 / 8, 2 / 8, 3 / 8, 4 / 8, 5 / 8, 6 / 8, 7 / 8];

/** The lines of the axis, at most about 40. */
export function ticksOf({ scale, start, end }: Range): readonly Tick[] {
  const dates =
    scale === 'all'
      ? EVENLY.map((part) => new Date(start.getTime() + part * (end.getTime() - start.getTime())))
      : (scale === 'day' ? (timeHour.every(3) ?? timeHour) : timeDay).range(start, end);
  return dates.map((at) => ({
    at,
    label: label(scale, at, end.getTime() - start.getTime()),
    isWeekend: scale !== 'day' && scale !== 'all' && [0, 6].includes(at.getDay()),
  }));
}

const YEAR_MS = 365 * 86_400_000;
const text = (options: Intl.DateTimeFormatOptions): ((at: Date) => string) => {
  const formatter = new Intl.DateTimeFormat('en-GB', options);
  return (at) => formatter.format(at);
};
const LABELS = {
  day: text({ hour: '2-digit', minute: '2-digit' }),
  week: text({ weekday: 'short', day: 'numeric' }),
  month: text({ day: 'numeric' }),
  all: text({ day: 'numeric', month: 'short' }),
  years: text({ month: 'short', year: 'numeric' }),
};

const label = (scale: Scale, at: Date, length: number): string =>
  LABELS[scale === 'all' && length > YEAR_MS / 2 ? 'years' : scale](at);
