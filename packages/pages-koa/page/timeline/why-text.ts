import type { utcText } from '@forewarn/forecast';
import { reasonText } from '../forecast/cause.ts';
import { type Entry, troubleText } from './entry.ts';

/** Why an entry needs attention or will not go as planned, and what to do; empty if neither. */
export const whyText = (entry: Entry, now: number, timeText?: typeof utcText): string =>
  [
    troubleText(entry, now).trim(),
    entry.forecast === undefined ? '' : reasonText(entry.forecast, timeText),
  ]
    .filter((text) => text !== '')
    .join(' ');
