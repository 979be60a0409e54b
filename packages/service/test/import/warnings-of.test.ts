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

describe('the warnings of a change request', () => {
  test('are empty if the rule understands every change', () => {
    const features = [{ name: 'a', changes: [KNOWN] }];
    const segments: readonly Change[] = [{ action: 'updateSegment', payload: { id: 1 } }];

    expect(warnings({ features })).toEqual([]);
    expect(warnings({ segments })).toEqual([]);
    expect(warnings({ features, segments })).toEqual([]);
  });

  test('name the path of each change', () => {
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
      '.features[0].changes[1]: the action "teleportFeature" is unknown: imported, but only its feature finds it',
      '.features[1].changes[0]: deleteStrategy does not name the id that it changes: imported, but that id does not find it',
      '.features[1].changes[2]: reorderStrategy does not name the id that it changes: imported, but that id does not find it',
      '.segments[0]: deleteSegment does not name the id that it changes: imported, but that id does not find it',
      '.segments[2]: the action "mergeSegments" is unknown: imported, but only its feature finds it',
    ]);
  });

  test('name what a change may use beside what it lists', () => {
    const changes: readonly Change[] = [
      { action: 'updateStrategy', payload: { id: 's-1', name: 'default' } },
      { action: 'deleteStrategy', payload: { id: 's-1' } },
      { action: 'addReleasePlan', payload: { templateId: 't' } },
      { action: 'startMilestone' },
    ];

    expect(warnings({ features: [{ name: 'a', changes }] })).toEqual([
      '.features[0].changes[0]: updateStrategy does not list its segments: imported, but they do not find it',
      '.features[0].changes[1]: deleteStrategy does not name its strategy definition: imported, but that definition does not find it',
      '.features[0].changes[2]: addReleasePlan does not list its segments and strategy definitions: imported, but they do not find it',
      '.features[0].changes[3]: startMilestone does not list its strategies, segments, and strategy definitions: imported, but they do not find it',
    ]);
  });

  test('name a feature without changes', () => {
    const features = [
      { name: 'a', changes: [KNOWN] },
      { name: 'b"c', changes: [] },
    ];

    expect(warnings({ features })).toEqual([
      '.features[1].changes: lists no changes: imported, but only the feature "b"c" finds it',
    ]);
  });

  test('name a change request without features and segments', () => {
    expect(warnings({})).toEqual([
      ': lists neither features nor segments: imported, but no search finds it',
    ]);
  });

  test('are one line, whatever the name of the action', () => {
    const action = 'a\nb\u001b[2J"c';

    expect(warnings({ features: [{ name: 'a', changes: [{ action }] }] })).toEqual([
      String.raw`.features[0].changes[0]: the action "a\nb\u001b[2J\"c" is unknown: imported, but only its feature finds it`,
    ]);
  });
});
