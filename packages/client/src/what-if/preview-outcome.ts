import { isKnownAge } from '../impact-outcome.ts';
import type { DeepReadonly, NotSent, Outcome } from '../outcome.ts';
import { outcomeOf, unreadable } from '../outcome-of.ts';
import type { Sent } from '../send.ts';
import type { SchedulePreviewSchema } from './preview-schemas.ts';

/** What edits of a schedule would do. */
export type SchedulePreview = DeepReadonly<SchedulePreviewSchema>;

const NOT_A_PREVIEW = 'The response is not the preview that was asked for: check the URL.';

/** Returns the outcome of a preview. */
export function previewOutcome(sent: Sent | NotSent): Outcome<SchedulePreview> {
  const outcome = outcomeOf<unknown>(sent, 'JSON');
  if (outcome.outcome !== 'done') return outcome;
  const { value } = outcome;
  return isPreview(value) ? { ...outcome, value } : unreadable(sent, NOT_A_PREVIEW);
}

function isPreview(value: unknown): value is SchedulePreview {
  const read = Object(value) as Readonly<Partial<Record<keyof SchedulePreview, unknown>>>;
  const { coverage, asOf, reasons, worse, better, edited } = read;
  const { worseCount, hiddenWorse, betterCount, hiddenBetter } = read;
  const lists = [worse, better, edited];
  const counts = [worseCount, hiddenWorse, betterCount, hiddenBetter];
  return (
    typeof coverage === 'string' &&
    Array.isArray(reasons) &&
    (isKnownAge({ coverage, asOf }) || reasons.length > 0) &&
    lists.every((list) => Array.isArray(list) && list.every(isPreviewed)) &&
    counts.every((count) => Number.isSafeInteger(count)) &&
    // A server that contradicts itself has given no all-clear.
    Number(worseCount) >= (worse as readonly unknown[]).length + Number(hiddenWorse)
  );
}

function isPreviewed(value: unknown): boolean {
  const { project, id, environment, forecast, causes, reasons } = Object(value) as Readonly<
    Record<string, unknown>
  >;
  return (
    [project, environment, forecast].every((each) => typeof each === 'string') &&
    typeof id === 'number' &&
    Array.isArray(causes) &&
    Array.isArray(reasons)
  );
}
