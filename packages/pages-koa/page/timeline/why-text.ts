import { reasonText } from '../forecast/cause.tsx';
import { type Entry, troubleText } from './entry.ts';

/** Why an entry needs attention or will not go as planned, and what to do; empty if neither. */
export const whyText = (entry: Entry, now: number): string =>
  [troubleText(entry, now).trim(), entry.forecast === undefined ? '' : reasonText(entry.forecast)]
    .filter((text) => text !== '')
    .join(' ');
