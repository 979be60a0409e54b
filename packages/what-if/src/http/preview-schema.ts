import { FORECAST_REASON_WORDS, FORECASTS } from '@forewarn/forecast';
import { forecastFields } from '@forewarn/forecast/http';
import {
  dataFields,
  hypotheticalBodySchema,
  isoTimeSchema,
  keySchemaOf,
  limitedArray,
} from '@forewarn/wire';
import { z } from 'zod';
import { type Edit, MAX_EDITS } from '../edit.ts';
import { type ForecastTally, MAX_PREVIEWED } from '../preview.ts';
import type { ReasonedForecast, SchedulePreview } from '../previews.ts';

const id = z.int().describe('The id of a change request of the project.');

const editSchema: z.ZodType<Edit> = z
  .union(
    [
      z.strictObject({ put: hypotheticalBodySchema }),
      z.strictObject({ withdraw: id }),
      z.strictObject({
        move: id,
        scheduledAt: isoTimeSchema('expected a time with its zone, ISO 8601'),
      }),
    ],
    { error: problemOfEdit },
  )
  .meta({
    id: 'scheduleEditSchema',
    description:
      'put: a change request as it would be recorded, with an id to replace one, without to add one. The first one that is added has the id -1 in the response, and for later edits, the second -2. move: it is pending then, whatever it was.',
  });

/** Says what is wrong in the kind of edit that was meant. */
function problemOfEdit(issue: z.core.$ZodRawIssue): string {
  const { input, errors = [] } = issue as {
    readonly input?: unknown;
    readonly errors?: readonly (readonly z.core.$ZodIssue[])[];
  };
  const meant = KINDS.findIndex((kind) => Object.hasOwn(Object(input), kind));
  const [first] = errors[meant] ?? [];
  if (first === undefined || first.code === 'unrecognized_keys') {
    return 'expected {"put": …}, {"withdraw": id} or {"move": id, "scheduledAt": time}';
  }
  const expected = first.message.replace(/^Invalid input: /, '');
  return `expected in ${z.core.toDotPath(first.path)}: ${expected.replace(/^expected /, '')}`;
}

const KINDS = ['put', 'withdraw', 'move'];

/** The body of a request for a preview. */
export const editsSchema: z.ZodType<{ readonly edits: readonly Edit[] }> = z
  .strictObject({
    edits: limitedArray(editSchema, MAX_EDITS).max(MAX_EDITS).describe('In order.'),
  })
  .meta({ id: 'scheduleEditsSchema' });

const reasons = z.array(keySchemaOf(FORECAST_REASON_WORDS));

/** How a change request would go. */
export const previewedForecastSchema: z.ZodType<ReasonedForecast> = z
  .object({
    ...forecastFields,
    before: z
      .enum(FORECASTS)
      .exactOptional()
      .describe('How it will go without the edits. Absent if it is added.'),
    reasons: reasons.describe('Why not all is known. Then it is not as-planned.'),
  })
  .meta({ id: 'previewedForecastSchema' });

const tallySchema: z.ZodType<ForecastTally> = z
  .object({
    fails: z.int(),
    suspended: z.int(),
    changed: z.int(),
    unknown: z.int(),
    'as-planned': z.int(),
  })
  .meta({
    id: 'forecastTallySchema',
    description:
      'How many change requests have each forecast, of those that the key may read and that are edited, worse or better.',
  });

const listed = z.array(previewedForecastSchema);
const count = z.int().describe('How many there are in all.');
const hidden = z.int().describe('How many of them are in projects that the key may not read.');

/** What edits would do. */
export const previewSchema: z.ZodType<SchedulePreview> = z
  .object({
    ...dataFields,
    before: tallySchema,
    after: tallySchema,
    worse: listed.describe(
      `Those that go less well with the edits, the soonest first, at most ${MAX_PREVIEWED}. One that is added is among them unless it goes as planned.`,
    ),
    worseCount: count,
    hiddenWorse: hidden,
    better: listed.describe(
      `Those that go better with the edits, the soonest first, at most ${MAX_PREVIEWED}.`,
    ),
    betterCount: count,
    hiddenBetter: hidden,
    edited: listed.describe('Each one that is edited and not withdrawn, the soonest first.'),
    reasons: reasons.describe('Why not all is known, in the project or of one that is edited.'),
  })
  .meta({ id: 'schedulePreviewSchema' });
