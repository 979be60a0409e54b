import type { Change } from '@forewarn/core';
import { expect, test } from 'vitest';
import { warningsOf } from '../../src/import/warnings-of.ts';

const KNOWN: Change = { action: 'archiveFeature' };
const ID = { id: 's-1' };

/** The warnings of a change request with one feature and these changes of segments. */
const warnings = (changes: readonly Change[], segments: readonly Change[] = []) =>
  warningsOf({
    id: 1,
    environment: 'production',
    project: 'shop',
    state: 'Scheduled',
    features: [
      { name: 'a', changes: [KNOWN] },
      { name: 'b"c', changes },
    ],
    segments,
  }).map(({ path, what }) => `${path}: ${what}`);

test('a change request that the rule understands has no warning', () => {
  expect(warnings([KNOWN], [{ action: 'updateSegment', payload: { id: 1 } }])).toEqual([]);
});

const unfound = (what: string): string => `imported, but ${what}`;
const IN_FEATURE = '.features[1].changes[0]';

test.each<readonly [Change, string]>([
  [
    { action: 'teleport', payload: ID },
    `the action "teleport" is unknown: ${unfound('only its feature finds it')}`,
  ],
  // One line, whatever the name of the action.
  [
    { action: 'a\nb\u001b[2J"c' },
    String.raw`the action "a\nb\u001b[2J\"c" is unknown: imported, but only its feature finds it`,
  ],
  [
    { action: 'reorderStrategy', payload: [{}] },
    `reorderStrategy does not name the id that it changes: ${unfound('that id does not find it')}`,
  ],
  [
    { action: 'updateStrategy', payload: { ...ID, name: 'default' } },
    `updateStrategy does not list its segments: ${unfound('they do not find it')}`,
  ],
  [
    { action: 'deleteStrategy', payload: ID },
    `deleteStrategy does not name its strategy definition: ${unfound('that definition does not find it')}`,
  ],
  [
    { action: 'addReleasePlan', payload: { templateId: 't' } },
    `addReleasePlan does not list its segments and strategy definitions: ${unfound('they do not find it')}`,
  ],
  [
    { action: 'startMilestone' },
    `startMilestone does not list its strategies, segments, and strategy definitions: ${unfound('they do not find it')}`,
  ],
])('%j has a warning with its path', (change, warning) => {
  expect(warnings([change, KNOWN])).toEqual([`${IN_FEATURE}: ${warning}`]);
});

test('changes of segments have warnings, too', () => {
  expect(warnings([KNOWN], [{ action: 'deleteSegment' }])).toEqual([
    '.segments[0]: deleteSegment does not name the id that it changes: imported, but that id does not find it',
  ]);
});

test('a feature without changes, and a change request without features, have one', () => {
  expect(warnings([])).toEqual([
    '.features[1].changes: lists no changes: imported, but only the feature "b"c" finds it',
  ]);
  const empty = {
    id: 1,
    environment: 'e',
    project: 'p',
    state: 'Scheduled',
    segments: [],
  } as const;
  expect(warningsOf({ ...empty, features: [] })).toEqual([
    { path: '', what: 'lists neither features nor segments: imported, but no search finds it' },
  ]);
});
