import { type Change, type Gap, gapsOf, type ScheduledChangeRequest } from '@forewarn/core';
import type { Unreadable } from './read-elements.ts';

const WORDS: Readonly<Record<Gap, (change: Change) => string>> = {
  'unknown-action': ({ action }) =>
    `the action ${JSON.stringify(action)} is not known: kept, and found by its feature alone`,
  'missing-id': ({ action }) =>
    `${action} does not name the id that it changes: kept, but not found by that id`,
};

/** What of a change request searches may miss: it is kept, and whoever imports it is told. */
export function warningsOf({ features, segments }: ScheduledChangeRequest): readonly Unreadable[] {
  const ofChange = (change: Change, path: string): readonly Unreadable[] =>
    gapsOf(change).map((gap) => ({ path, what: WORDS[gap](change) }));
  return [
    ...(features.length === 0 && segments.length === 0 ? [NOTHING_LISTED] : []),
    ...features.flatMap(({ name, changes }, f) => [
      ...(changes.length === 0 ? [noChanges(name, `.features[${f}].changes`)] : []),
      ...changes.flatMap((change, c) => ofChange(change, `.features[${f}].changes[${c}]`)),
    ]),
    ...segments.flatMap((change, s) => ofChange(change, `.segments[${s}]`)),
  ];
}

const NOTHING_LISTED: Unreadable = {
  path: '',
  what: 'neither features nor segments are listed: kept, but no search finds it',
};

const noChanges = (feature: string, path: string): Unreadable => ({
  path,
  what: `no changes are listed: kept, and found by the feature "${feature}" alone`,
});
