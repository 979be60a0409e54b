import type {
  ImpactConsequenceSchema,
  ImpactDoubtSchema,
  ImpactedChangeRequestSchema,
} from '@forewarn/client';
import { CONSEQUENCE_WORDS, doubtWords, REASON_WORDS } from '@forewarn/core';
import type { LinkedChangeRequest, UnknownReason } from './ask-impact.ts';

type Touch = ImpactedChangeRequestSchema['touches'][number];

/** The change that touches the target, and where it is listed. */
export function describeTouch({ path, action, feature }: Touch): string {
  const change = [action ?? 'changes', ...(feature === undefined ? [] : [feature])].join(' of ');
  return `${change} (${path})`;
}

/** What the intent does to the change request. A newer server may have other rules. */
export const describeConsequence = ({ rule }: ImpactConsequenceSchema): string =>
  CONSEQUENCE_WORDS[rule] ?? 'effect unknown';

/** A change that may touch the target. */
export const describeDoubt = (doubt: ImpactDoubtSchema): string =>
  `unknown: it ${doubtWords(doubt)} (${doubt.path})`;

/** Why the outcome for a target is unknown. */
export const REASONS: Readonly<Record<UnknownReason, string>> = {
  ...REASON_WORDS,
  'not-supported': "this server's search does not know this kind of target",
};

/** When a change request is applied, in UTC, such as `2027-01-11 06:00`; empty if it does not say. */
export function describeSchedule(schedule: LinkedChangeRequest['schedule']): string {
  if (schedule === undefined) return '';
  const { status, scheduledAt } = schedule;
  const time = new Date(scheduledAt);
  const at = Number.isNaN(time.valueOf())
    ? scheduledAt
    : time.toISOString().slice(0, 16).replace('T', ' ');
  return status === 'pending' ? at : `${at}, ${status}`;
}

/** The text without characters that could move a terminal's cursor, break a line or start a column. */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, ' ');
