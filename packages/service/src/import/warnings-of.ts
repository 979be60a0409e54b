import { type Change, type Gap, gapsOf, type ScheduledChangeRequest } from '@forewarn/core';
import type { Unreadable } from './read-elements.ts';

const WORDS: Readonly<Record<Gap, (change: Change) => string>> = {
  'unknown-action': ({ action }) =>
    `the action ${JSON.stringify(action)} is unknown: imported, but only its feature finds it`,
  'missing-id': ({ action }) =>
    `${action} does not name the id that it changes: imported, but that id does not find it`,
};

/** Warns of the parts of a change request that searches may miss. The import keeps them. */
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
  what: 'lists neither features nor segments: imported, but no search finds it',
};

const noChanges = (feature: string, path: string): Unreadable => ({
  path,
  what: `lists no changes: imported, but only the feature "${feature}" finds it`,
});
