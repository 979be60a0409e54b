import { matchesAny, type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import { isPlanned } from '@forewarn/forecast';
import { scheduledAtOf, targetKey } from '@forewarn/record';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CleanupTarget } from '../../cleanup/src/cleanup.ts';
import { previewRemovals } from '../../cleanup/src/preview-removals.ts';
import { feature, featuresIn, NOW } from '../../cleanup/test/candidates.ts';
import { scheduled } from '../../impact/test/schedule.arbitrary.ts';
import { preview } from '../../what-if/src/preview-of.ts';

/** The time just after the last change request that touches a target. */
function justAfter(all: readonly ScheduledChangeRequest[], target: CleanupTarget): string {
  const times = all
    .filter((each) => isPlanned(each) && matchesAny(targetsOf(each), [target]))
    .map((each) => scheduledAtOf(each));
  return new Date(Math.max(NOW, ...times) + 1).toISOString();
}

const becomesChild = (all: readonly ScheduledChangeRequest[], { name }: CleanupTarget): boolean =>
  all.some(({ features }) =>
    features.some(
      (each) => each.name === name && each.changes.some(({ action }) => action === 'addDependency'),
    ),
  );

test('all removals together go as a preview of each alone says, and none makes another one worse', () =>
  fc.assert(
    fc.asyncProperty(scheduled, async (all) => {
      const targets = featuresIn(all).map(feature);
      const { removals } = await previewRemovals({ targets, scheduled: all, now: NOW });
      for (const target of targets) {
        const put = {
          project: 'shop',
          environment: '',
          state: 'Scheduled',
          features: [{ name: target.name, changes: [{ action: 'archiveFeature' }] }],
          segments: [],
          schedule: { status: 'pending', scheduledAt: justAfter(all, target) },
        } as const;
        const edits = { projectId: 'shop', edits: [{ put }] };
        const { edited, worse } = preview(all, edits, { now: NOW })._unsafeUnwrap();

        expect(removals.get(targetKey(target))).toBe(edited[0]?.forecast);
        // Removing one that gets a parent frees this one: such a verdict is unknown.
        if (becomesChild(all, target)) continue;
        expect(worse.filter(({ id }) => id !== edited[0]?.id)).toEqual([]);
      }
    }),
    { numRuns: 200 },
  ));
