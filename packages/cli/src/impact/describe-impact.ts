import type {
  ImpactConsequenceSchema,
  ImpactDoubtSchema,
  ImpactedChangeRequestSchema,
} from '@forewarn/client';
import type { LinkedChangeRequest, UnknownReason } from './ask-impact.ts';

type Touch = ImpactedChangeRequestSchema['touches'][number];

/** The change that touches the target, and where it is listed. */
export function describeTouch({ path, action, feature }: Touch): string {
  const change = [action ?? 'changes', ...(feature === undefined ? [] : [feature])].join(' of ');
  return `${change} (${path})`;
}

/** What the intent does to the change request. */
export function describeConsequence({ outcome, reschedulable }: ImpactConsequenceSchema): string {
  switch (outcome) {
    case 'suspended':
      return reschedulable === true ? 'suspended, reschedulable' : 'suspended, not reschedulable';
    case 'fails':
      return 'fails when applied';
    case 'unaffected':
      return 'unaffected';
    case 'unknown':
      return 'effect unknown';
  }
}

/** A change that may touch the target. */
export const describeDoubt = ({ path, why }: Pick<ImpactDoubtSchema, 'path' | 'why'>): string =>
  `unknown: ${DOUBTS[why]} (${path})`;

const DOUBTS: Readonly<Record<ImpactDoubtSchema['why'], string>> = {
  'unknown-action': 'an unknown action may touch it',
  'missing-id': 'a change without an id may touch it',
  'not-listed': 'a change that does not list all it touches may touch it',
};

/** Why the outcome for a target is unknown. */
export const REASONS: Readonly<Record<UnknownReason, string>> = {
  doubt: 'a scheduled change may touch it',
  'no-coverage': 'no import or sync listed all scheduled change requests here',
  'too-old': 'the data is too old',
  'unreadable-projects': 'there are projects that this key may not read',
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
