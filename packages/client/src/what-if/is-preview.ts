import { isKnownAge } from '../impact-outcome.ts';
import type { DeepReadonly } from '../outcome.ts';
import type { SchedulePreviewSchema } from './preview-schemas.ts';

/** What edits of a schedule would do. */
export type SchedulePreview = DeepReadonly<SchedulePreviewSchema>;

/** Whether a response is a preview. One that is not would look like an all-clear. */
export function isPreview(value: unknown): value is SchedulePreview {
  const { coverage, asOf, reasons, worse, better, edited, worseCount, betterCount, ...hidden } =
    Object(value) as Partial<SchedulePreview>;
  const { hiddenWorse, hiddenBetter } = hidden;
  return (
    typeof coverage === 'string' &&
    Array.isArray(reasons) &&
    (isKnownAge({ coverage, asOf }) || reasons.length > 0) &&
    [worse, better, edited].every((list) => Array.isArray(list) && list.every(isPreviewed)) &&
    [worseCount, hiddenWorse, betterCount, hiddenBetter].every(Number.isSafeInteger) &&
    // A server that contradicts itself has given no all-clear.
    Number(worseCount) >= Number(worse?.length) + Number(hiddenWorse)
  );
}

function isPreviewed(value: unknown): boolean {
  const { project, id, environment, forecast, causes, reasons } = Object(value) as Readonly<
    Record<string, unknown>
  >;
  return (
    [project, environment, forecast].every((each) => typeof each === 'string') &&
    typeof id === 'number' &&
    [causes, reasons].every(Array.isArray)
  );
}
