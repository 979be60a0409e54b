import { useEffect, useState } from 'preact/hooks';

const LOCALE = 'en-GB';

/** A time: an object, milliseconds, or ISO 8601. */
type Time = Date | number | string;

const format = (options: Intl.DateTimeFormatOptions): ((time: Time) => string) => {
  const formatter = new Intl.DateTimeFormat(LOCALE, options);
  return (at) => {
    const date = new Date(at);
    return Number.isNaN(date.getTime()) ? 'at an unreadable time' : formatter.format(date);
  };
};

const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

/** `Sun 27 Dec 2026`, in the zone of the browser, as all of these. */
export const dayText = format(day);
/** `06:00`. */
export const timeText = format(time);
/** `Sun, 27 Dec 2026, 06:00`. */
export const dateTimeText = format({ ...day, ...time });
/** `December 2026`. */
export const monthText = format({ month: 'long', year: 'numeric' });

/** The browser's zone. Its offset can differ between the times of a view. */
export const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Names the browser's zone and its offset at a time: `Europe/Berlin (GMT+1)`. */
export function zoneText(at: Date): string {
  const parts = new Intl.DateTimeFormat(LOCALE, { timeZoneName: 'shortOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return ZONE === offset ? ZONE : `${ZONE} (${offset})`;
}

const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' });

/** `in 2 days`, `3 hours ago`, or `now`. */
export function relativeText(at: number, now: number): string {
  const difference = at - now;
  const [unit, length] = UNITS.find(([, ms]) => Math.abs(difference) >= ms) ?? ['minute', 60_000];
  const count = Math.trunc(difference / length);
  return count === 0 ? 'now' : relative.format(count, unit);
}

const TICK_MS = 15_000;

/** The current time in milliseconds, a few seconds old at most. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
