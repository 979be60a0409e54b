import type { Change, Schedule, ScheduledChangeRequest } from '@forewarn/core';
import fc from 'fast-check';

const FEATURES = ['checkout', 'cart', '<b>search</b>'];

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom<Change>({ action: 'archiveFeature' }, { action: 'unknown' }),
  fc.constantFrom(...FEATURES).map((feature): Change => {
    return { action: 'addDependency', payload: { feature } };
  }),
);

const schedule: fc.Arbitrary<Schedule | undefined> = fc.option(
  fc.record({
    status: fc.constantFrom('pending', 'suspended', 'failed'),
    scheduledAt: fc
      .date({ min: new Date('2026-11-01'), max: new Date('2026-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  }),
  { nil: undefined, freq: 8 },
);

const changeRequest: fc.Arbitrary<ScheduledChangeRequest> = fc
  .record({
    id: fc.nat(999),
    project: fc.constantFrom('shop', 'office'),
    environment: fc.constantFrom('production', 'staging'),
    title: fc.string({ maxLength: 40, unit: 'grapheme' }),
    schedule,
    features: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...FEATURES),
        changes: fc.array(change, { maxLength: 2 }),
      }),
      { selector: ({ name }) => name, minLength: 1 },
    ),
  })
  .map(({ schedule: at, ...rest }): ScheduledChangeRequest => {
    return {
      ...rest,
      state: 'Scheduled',
      segments: [],
      ...(at === undefined ? {} : { schedule: at }),
    };
  });

/** Generates change requests, the same ones each time. */
export function population(count: number): readonly ScheduledChangeRequest[] {
  const all = fc.uniqueArray(changeRequest, {
    selector: ({ project, id }) => `${project} ${id}`,
    minLength: count,
    maxLength: count,
  });
  return fc.sample(all, { seed: 20_261_123, numRuns: 1 })[0] ?? [];
}
