import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { warningsOf } from '../../src/import/warnings-of.ts';

const warnings = (own: Partial<ScheduledChangeRequest>): readonly string[] =>
  warningsOf({
    id: 1,
    environment: 'production',
    project: 'shop',
    state: 'Scheduled',
    features: [],
    segments: [],
    ...own,
  }).map(({ path, what }) => `${path}: ${what}`);

const KNOWN: Change = { action: 'archiveFeature' };
const UNKNOWN: Change = { action: 'teleportFeature', payload: { id: 'x' } };
const NAMELESS: Change = { action: 'deleteStrategy', payload: { name: 'flexibleRollout' } };

describe('what searches may miss of a change request', () => {
  test('is nothing when every change is understood', () => {
    const features = [{ name: 'a', changes: [KNOWN] }];
    const segments: readonly Change[] = [{ action: 'updateSegment', payload: { id: 1 } }];

    expect(warnings({ features })).toEqual([]);
    expect(warnings({ segments })).toEqual([]);
    expect(warnings({ features, segments })).toEqual([]);
  });

  test('is told with the path of each change', () => {
    const features = [
      { name: 'a', changes: [KNOWN, UNKNOWN] },
      { name: 'b', changes: [NAMELESS, KNOWN, { action: 'reorderStrategy', payload: [{}] }] },
    ];
    const segments: readonly Change[] = [
      { action: 'deleteSegment' },
      { action: 'updateSegment', payload: { id: 1 } },
      { action: 'mergeSegments', payload: { id: 1 } },
    ];

    expect(warnings({ features, segments })).toEqual([
      '.features[0].changes[1]: the action "teleportFeature" is not known: kept, and found by its feature alone',
      '.features[1].changes[0]: deleteStrategy does not name the id that it changes: kept, but not found by that id',
      '.features[1].changes[2]: reorderStrategy does not name the id that it changes: kept, but not found by that id',
      '.segments[0]: deleteSegment does not name the id that it changes: kept, but not found by that id',
      '.segments[2]: the action "mergeSegments" is not known: kept, and found by its feature alone',
    ]);
  });

  test('are the changes themselves, where a feature lists none', () => {
    const features = [
      { name: 'a', changes: [KNOWN] },
      { name: 'b"c', changes: [] },
    ];

    expect(warnings({ features })).toEqual([
      '.features[1].changes: no changes are listed: kept, and found by the feature "b"c" alone',
    ]);
  });

  test('is all of it, where it lists nothing', () => {
    expect(warnings({})).toEqual([
      ': neither features nor segments are listed: kept, but no search finds it',
    ]);
  });

  test('is told in one line, whatever the action is called', () => {
    const action = 'a\nb\u001b[2J"c';

    expect(warnings({ features: [{ name: 'a', changes: [{ action }] }] })).toEqual([
      String.raw`.features[0].changes[0]: the action "a\nb\u001b[2J\"c" is not known: kept, and found by its feature alone`,
    ]);
  });
});
