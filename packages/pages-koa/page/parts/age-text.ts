import type { Loaded } from '../api/use-load.ts';
import { dateTimeText, dayText, relativeText, timeText } from './times.ts';

/** What is known of how old data is. */
export type Age = Omit<Loaded<unknown>, 'value' | 'failure'> & { readonly failure?: unknown };

/** How old data is, in words. */
export function ageText({ asOf, readAt, failure, isLoading }: Age, now: number): string {
  if (readAt === undefined) return isLoading ? 'Reading…' : 'Not read: see below';
  const readText = dayText(readAt) === dayText(now) ? timeText : dateTimeText;
  const read = failure === undefined ? `read at ${readText(readAt)}` : 'not current: see below';
  if (asOf === undefined) return `Live data, ${read}`;
  if (asOf === 'none') return `Incomplete: not all that is scheduled is known, ${read}`;
  return `Data as of ${dateTimeText(asOf)} (${relativeText(Date.parse(asOf), now)}), ${read}`;
}
