import type { Change, FeatureChanges, Schedule, ScheduledChangeRequest } from '@forewarn/core';
import * as fc from 'fast-check';
import { BY, changeRequest, record } from '@forewarn/store-contract/writing';
import type { ForecastPorts } from './forecast-ports.ts';

/** The time at which generated schedules are forecast. */
export const FORECAST_AT = Date.parse('2030-01-01T00:00:00.000Z');

const json = { noNullPrototype: true } as const;

// Few names, so that changes meet; two differ in case only.
const feature = fc.constantFrom('a', 'A', 'b', '_');
const strategy = fc.record({ id: fc.constantFrom('s', 'S', 't') }, json);
const segment = fc.record({ id: fc.constantFrom(1, 10) }, json);
const dependency = fc.record({ feature }, json);
const anything = fc.constant(undefined);

const changesOf = (
  ...rows: readonly (readonly [action: string, payload: fc.Arbitrary<unknown>])[]
): readonly fc.Arbitrary<Change>[] =>
  rows.map(([action, payload]) =>
    payload.map((made) => (made === undefined ? { action } : { action, payload: made })),
  );

const change = fc.oneof(
  ...changesOf(
    ['archiveFeature', anything],
    ['addDependency', dependency],
    ['deleteDependency', dependency],
    ['deleteDependency', anything],
    ['updateStrategy', strategy],
    ['deleteStrategy', strategy],
    ['reorderStrategy', fc.array(strategy, { maxLength: 2 })],
    ['addStrategy', fc.constantFrom({ name: 'default', segments: [1] })],
    ['patchVariant', anything],
    ['patchVariant', anything],
    ['updateEnabled', anything],
  ),
);

/** A change whose effects can't be seen. */
const unseen = fc.oneof(
  ...changesOf(
    ['deleteStrategy', anything],
    ['startMilestone', anything],
    ['inventedTomorrow', strategy],
  ),
);
const segmentChange = fc.oneof(
  ...changesOf(['updateSegment', segment], ['deleteSegment', segment]),
);

const changes = fc.oneof(
  { weight: 20, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.tuple(unseen) },
  { weight: 1, arbitrary: fc.constant([]) },
);
const featureChanges: fc.Arbitrary<FeatureChanges> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ name: feature, changes }, json) },
  { weight: 1, arbitrary: fc.record({ name: feature, changes, defaultChange: change }, json) },
);

// Some are equal, in other zones; one is over, and one is just not.
const scheduledAt = fc.constantFrom(
  '2029-12-31T23:59:59.999Z',
  '2030-01-01T00:00:00.000Z',
  '2030-01-01T15:00:00+14:00',
  '2030-01-01T01:00Z',
  '2030-01-01T01:00:00.001Z',
  '2030-01-02T00:00:00.000Z',
  '2030-01-03T00:00:00.000Z',
  ...Array.from({ length: 8 }, (_, day) => `2030-01-1${day}T00:00:00.000Z`),
);
const pending = scheduledAt.map((at): Schedule => ({ status: 'pending', scheduledAt: at }));
const schedule = fc.oneof(
  { weight: 10, arbitrary: pending },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Schedule>(
      { status: 'failed', scheduledAt: '2030-01-01T00:00:00.000Z' },
      { status: 'suspended', scheduledAt: '2030-01-02T00:00:00.000Z' },
      { status: 'pending', scheduledAt: 'tomorrow' },
    ),
  },
);

/** Change requests whose changes affect one another, in these projects, each with an id of its own. */
export const arbitrarySchedule = (
  ...projects: readonly string[]
): fc.Arbitrary<readonly ScheduledChangeRequest[]> =>
  fc
    .array(
      fc.record(
        {
          project: fc.constantFrom(...projects),
          environment: fc.constantFrom('production', 'Production', 'staging'),
          schedule,
          title: fc.constantFrom('', 'T'),
          features: fc.array(featureChanges, { minLength: 1, maxLength: 2 }),
          segments: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.tuple(segmentChange)),
        },
        {
          requiredKeys: ['project', 'environment', 'schedule', 'features', 'segments'],
          ...json,
        },
      ),
      { minLength: 5, maxLength: 20, size: 'max' },
    )
    .map((all) => all.map((given, id) => changeRequest({ ...given, id })));

/** Records a generated schedule while something is asserted, and removes it afterwards: the next one has other change requests. */
export async function whileRecorded(
  store: Pick<ForecastPorts, 'writer'>,
  scheduled: readonly ScheduledChangeRequest[],
  assertAll: () => Promise<unknown>,
): Promise<void> {
  try {
    await Promise.all(scheduled.map((each) => record(store, each)));
    await assertAll();
  } finally {
    await Promise.all(
      scheduled.map(({ project, id }) => store.writer.remove({ projectId: project, id }, BY)),
    );
  }
}
