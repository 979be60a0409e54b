import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import type { StateEntry } from '@forewarn/record';
import { ok, type Result } from 'neverthrow';

/** Scheduled change requests whose forecasts are measured. */
export interface Scheduled {
  readonly name: string;
  readonly count: number;
  /** Returns the one with this number, from 0. The next one is scheduled later, or for the same time. */
  readonly changeRequest: (number: number) => ScheduledChangeRequest;
}

const PROJECTS = 400;
const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;
/** One in this many fails or is suspended because of the one before it. */
const CONFLICT_EVERY = 100;
const HOT_SEGMENT = 7;
const HOT = { touching: 20_000, updating: 100 };

const begin = Date.now() + DAY_MS;

/** Change requests spread over a month, one in a hundred in conflict. */
export const overAMonth = (count: number): Scheduled => ({
  name: `forecast, ${count} in a month`,
  count,
  changeRequest: (number) => inConflict(number, begin + (number * MONTH_MS) / count),
});

/** The same, all at one second. */
export const atOneSecond = (count: number): Scheduled => ({
  name: `forecast, ${count} at one second`,
  count,
  changeRequest: (number) => inConflict(number, begin),
});

/** Change requests spread over a month, none of which concerns another. */
export const withoutConflict = (count: number): Scheduled => ({
  name: `forecast, ${count} without conflict`,
  count,
  changeRequest: (number) => rollout(number, number, begin + (number * MONTH_MS) / count),
});

/** One segment that many change requests touch, and some update. */
export const onOneSegment = (): Scheduled => {
  const count = HOT.touching + HOT.updating;
  const updateEvery = count / HOT.updating;
  return {
    name: `forecast, ${count} on one segment`,
    count,
    changeRequest: (number) => {
      const at = begin + (number * MONTH_MS) / count;
      return number % updateEvery === 0 ? segmentUpdate(number, at) : segmentUser(number, at);
    },
  };
};

/** Returns what a store imports: project by project. */
export async function* entriesOf({
  count,
  changeRequest,
}: Scheduled): AsyncGenerator<Result<StateEntry, never>> {
  for (let project = 0; project < PROJECTS; project++) {
    for (let number = project; number < count; number += PROJECTS) {
      yield ok({ kind: 'scheduled', changeRequest: changeRequest(number) });
    }
  }
}

function inConflict(number: number, at: number): ScheduledChangeRequest {
  switch (number % CONFLICT_EVERY) {
    case CONFLICT_EVERY - 2:
      return scheduled(number, at, { features: [changing(number, { action: 'archiveFeature' })] });
    case CONFLICT_EVERY - 1:
      return rollout(number, number - 1, at);
    default:
      return rollout(number, number, at);
  }
}

/** Raises the rollout of a feature, and changes its variants. */
const rollout = (number: number, feature: number, at: number): ScheduledChangeRequest =>
  scheduled(number, at, {
    features: [
      changing(
        feature,
        { action: 'updateStrategy', payload: { id: `s-${number}`, ...strategyOf(feature, []) } },
        { action: 'patchVariant', payload: { variants: [] } },
      ),
    ],
  });

const segmentUser = (number: number, at: number): ScheduledChangeRequest =>
  scheduled(number, at, {
    features: [
      changing(number, { action: 'addStrategy', payload: strategyOf(number, [HOT_SEGMENT]) }),
    ],
  });

const segmentUpdate = (number: number, at: number): ScheduledChangeRequest =>
  scheduled(number, at, {
    segments: [
      {
        action: 'updateSegment',
        payload: { id: HOT_SEGMENT, name: 'beta testers', constraints: [] },
      },
    ],
  });

const changing = (feature: number, ...changes: readonly Change[]) => ({
  name: `f-${feature}`,
  changes,
});

const strategyOf = (feature: number, segments: readonly number[]) => ({
  name: 'flexibleRollout',
  parameters: { rollout: '50', stickiness: 'default', groupId: `f-${feature}` },
  constraints: [],
  segments,
});

const scheduled = (
  number: number,
  at: number,
  changes: Partial<Pick<ScheduledChangeRequest, 'features' | 'segments'>>,
): ScheduledChangeRequest => ({
  id: number + 1,
  title: `Change ${number + 1}`,
  environment: 'production',
  project: `project-${number % PROJECTS}`,
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: new Date(at).toISOString() },
  features: [],
  segments: [],
  ...changes,
});
