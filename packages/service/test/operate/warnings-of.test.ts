import type { Change } from '@forewarn/core';
import { expect, test } from 'vitest';
import { warningsOf } from '../../src/operate/warnings-of.ts';

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
  expect(warnings([KNOWN], [{ action: 'deleteSegment', payload: { id: 1 } }])).toEqual([]);
});

const IN_FEATURE = '.features[1].changes[0]: imported, but a change with the action';

test.each<readonly [Change, string]>([
  [
    { action: 'teleport', payload: ID },
    '"teleport" may touch more strategies, variants, segments, strategy definitions or context fields: its action is unknown',
  ],
  // One line, whatever the name of the action.
  [
    { action: 'a\nb\u001b[2J"c' },
    String.raw`"a\nb\u001b[2J\"c" may touch more strategies, variants, segments, strategy definitions or context fields: its action is unknown`,
  ],
  [
    { action: 'updateStrategy', payload: { ...ID, name: 'default' } },
    '"updateStrategy" may touch more segments or context fields: it does not list them',
  ],
  [
    { action: 'deleteStrategy', payload: {} },
    '"deleteStrategy" may touch more strategies: it does not say which',
  ],
])('%j has a warning with its path', (change, warning) => {
  expect(warnings([change, KNOWN])).toEqual([`${IN_FEATURE} ${warning}`]);
});

test('changes of segments have warnings, too', () => {
  expect(warnings([KNOWN], [{ action: 'deleteSegment' }])).toEqual([
    '.segments[0]: imported, but a change with the action "deleteSegment" may touch more segments: it does not say which',
  ]);
});

test('a feature without changes, and a change request without features, have one', () => {
  expect(warnings([])).toEqual([
    '.features[1].changes: imported, but the feature "b"c" may touch more features, strategies, variants, segments, strategy definitions or context fields: it does not list them',
  ]);
  const empty = { id: 1, environment: 'e', project: 'p', features: [], segments: [] };
  expect(warningsOf({ ...empty, state: 'Scheduled' })).toEqual([
    { path: '', what: 'lists neither features nor segments: imported, but no search finds it' },
  ]);
});
