import type { ScheduledChangeRequest, Touching } from '@forewarn/core';
import * as fc from 'fast-check';
import { changeRequest as touching } from '../../core/test/change-request.arbitrary.ts';
import { changeRequest } from './samples.ts';

/** The time from which on change requests are applied. */
export const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;

// Few times, so that many are equal.
const schedule = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 5 }).map((hours) => pendingIn(hours)) },
  fc.constantFrom(pendingIn(-1), { status: 'failed' as const, scheduledAt: timeIn(1) }),
);

export function timeIn(hours: number): string {
  return new Date(NOW + hours * HOUR_MS).toISOString();
}

export function pendingIn(hours: number) {
  return { status: 'pending' as const, scheduledAt: timeIn(hours) };
}

// Few features, so that several make and remove the same dependency.
const FEATURES = ['1', '2', '3'];
const dependent: fc.Arbitrary<Touching> = fc
  .tuple(
    fc.constantFrom(...FEATURES),
    fc.constantFrom('archiveFeature', 'addDependency', 'deleteDependency'),
    fc.constantFrom(...FEATURES, undefined),
  )
  .map(([name, action, parent]) => ({
    environment: 'production',
    features: [{ name, changes: [{ action, payload: { feature: parent } }] }],
    segments: [],
  }));

const eachOf = (kind: fc.Arbitrary<Touching>) =>
  fc.array(fc.tuple(kind, schedule, fc.constantFrom('shop', 'bank')), { maxLength: 8 });

/** Change requests of two projects, with ids of their own. */
export const scheduled: fc.Arbitrary<readonly ScheduledChangeRequest[]> = fc
  .oneof(eachOf(touching), eachOf(dependent), eachOf(fc.oneof(touching, dependent)))
  .map((all) =>
    all.map(([changes, when, project], id) =>
      changeRequest({ ...changes, id, project, schedule: when }),
    ),
  );
