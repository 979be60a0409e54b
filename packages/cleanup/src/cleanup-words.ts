import { REASON_WORDS } from '@forewarn/impact';
import type { CleanupReason } from './cleanup.ts';

/** Why a target is blocked, or its verdict unknown, and what to do, in words. */
export const CLEANUP_WORDS: Readonly<Record<CleanupReason, string>> = {
  suspended: 'a suspended change request touches it; reject it, or schedule it again',
  failed: 'a failed change request touches it; reject it, or schedule it again',
  overdue: 'an overdue change request touches it; look at it in Unleash',
  'not-as-planned': 'a change request that touches it will not go as planned; see its forecast',
  'removal-fails': 'a change request makes Unleash refuse to remove it',
  'has-children': 'features depend on it; remove these dependencies, or the features, first',
  'seen-recently': 'an application asked for it within the quiet time',
  used: 'strategies or release templates use it, or are scheduled to; change or remove these first',
  ...REASON_WORDS,
  'too-many-causes': 'more affects what touches it than is read',
  'no-future-time': 'the time of a change request that touches it can not be read',
  'forecast-unknown': 'how a change request that touches it will go is not known',
  cut: 'more changes touch it, or its parent, than are listed',
  'use-unread': 'whether it is used at present could not be read',
  'release-plans-unread': 'a release plan or a template of one may use it; look in Unleash',
};

/** A time in the first full minute from another one on, in milliseconds. A removal must not be shown as due before its time. */
export const inMinuteFrom = (time: string): number => Date.parse(time) + 59_999;
