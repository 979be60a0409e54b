import type { utcText } from '@forewarn/forecast';
import { reasonText } from '../forecast/cause.ts';
import type { Entry } from './entry.ts';

/** Why an entry needs attention or will not go as planned, and what to do; empty if neither. */
export const whyText = ({ trouble, forecast }: Entry, timeText?: typeof utcText): string =>
  [trouble ?? [], forecast === undefined ? [] : reasonText(forecast, timeText)].flat().join(' ');
