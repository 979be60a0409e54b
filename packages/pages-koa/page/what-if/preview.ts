import type { ForecastSchema, SchedulePreviewSchema } from '@forewarn/client';
import { FORECAST_WORDS } from '@forewarn/forecast';
import { reasonsText } from '../forecast/cause.ts';
import { plural } from '../parts/action-words.ts';
import { keyOf } from '../timeline/entry.ts';

/** What edits would do, as the API returns it. */
export type Preview = SchedulePreviewSchema;

/** How one change request would go. */
export type Previewed = Preview['worse'][number];

/** Whether a response is a preview. One that is not would look like an all-clear. */
export function isPreview(value: unknown): value is Preview {
  const { worse, better, edited, reasons, worseCount, betterCount, ...read } = Object(
    value,
  ) as Partial<Preview>;
  const { hiddenWorse, hiddenBetter, coverage } = read;
  const counts = [worseCount, betterCount, hiddenWorse, hiddenBetter];
  return (
    typeof coverage === 'string' &&
    Array.isArray(reasons) &&
    [worse, better, edited].every(
      (list) => Array.isArray(list) && list.every((each) => Array.isArray(each.causes)),
    ) &&
    counts.every(Number.isSafeInteger) &&
    Number(worseCount) >= Number(worse?.length) + Number(hiddenWorse)
  );
}

/** Whether all is known, and nothing would go less well or not as planned. */
export const isClear = ({ worseCount, edited, ...preview }: Preview): boolean =>
  worseCount === 0 && isKnown(preview) && edited.every(isAsPlanned);

const isKnown = ({ coverage, reasons }: Pick<Preview, 'coverage' | 'reasons'>): boolean =>
  coverage !== 'none' && reasons.length === 0;

const isAsPlanned = ({ forecast }: Pick<ForecastSchema, 'forecast'>): boolean =>
  forecast === 'as-planned';

/** The edited ones that would not go as planned, and neither better nor worse than they do. */
export const unchangedIn = ({ edited, worse, better }: Preview): readonly Previewed[] => {
  const changed = new Set([...worse, ...better].map(keyOf));
  return edited.filter((each) => !isAsPlanned(each) && !changed.has(keyOf(each)));
};

/** What edits would do, in a sentence or two. */
export function previewText(preview: Preview): string {
  const { worse, worseCount, hiddenWorse, betterCount, hiddenBetter } = preview;
  const isSure = hiddenWorse > 0 || worse.some(({ forecast }) => forecast !== 'unknown');
  const worseText =
    worseCount > 0
      ? `${counted(worseCount, hiddenWorse)} ${isSure ? 'would' : 'may'} go less well`
      : isKnown(preview)
        ? 'Nothing would go less well'
        : 'Whether anything would go less well is not known';
  const betterText = betterCount > 0 ? `, ${counted(betterCount, hiddenBetter)} better` : '';
  const own = unchangedIn(preview).map(
    ({ forecast }) => ` It ${FORECAST_WORDS[forecast]}, as it does now.`,
  );
  const gaps = reasonsText(preview.reasons).trim();
  return `${worseText}${betterText}.${own.join('')}${gaps === '' ? '' : ` ${gaps}`}`;
}

const counted = (count: number, hidden: number): string =>
  plural(count, 'change request') +
  (hidden === 0 ? '' : ` (${hidden} in projects that your key may not read)`);
