import {
  authorField,
  consequenceFields,
  keySchemaOf,
  placeFields,
  shownFields,
} from '@forewarn/wire';
import { z } from 'zod';
import { FORECAST_REASON_WORDS, UNCERTAINTY_WORDS } from '../forecast-words.ts';
import {
  type Forecast,
  type ForecastBreak,
  type ForecastCause,
  type ForecastConsequence,
  type ForecastReason,
  FORECASTS,
  type ForecastWithBreaks,
  type GoneCause,
  type GoneTarget,
  MAX_CAUSES,
  type ScheduledCause,
} from '../forecast.ts';

export interface ForecastBody extends Forecast {
  /** Why there may be causes that are missing. */
  readonly reasons: readonly ForecastReason[];
}

/** The same of one change request, with what it breaks. */
export interface ForecastWithBreaksBody extends ForecastWithBreaks, ForecastBody {}

const consequenceSchema: z.ZodType<ForecastConsequence> = z
  .object({
    ...consequenceFields,
    rule: z.enum([...consequenceFields.rule.options, ...keySchemaOf(UNCERTAINTY_WORDS).options]),
  })
  .meta({
    id: 'forecastConsequenceSchema',
    description: 'What the earlier change, or the removal, does to the later one.',
  });

const affectedFields = {
  touch: z.object(placeFields).describe('The change of the forecast one that it affects.'),
  consequence: consequenceSchema,
};

const scheduledCauseSchema: z.ZodType<ScheduledCause> = z
  .object({ ...shownFields, ...placeFields, ...affectedFields })
  .meta({
    id: 'forecastScheduledCauseSchema',
    description: 'A change of another scheduled change request.',
  });

const name = z.string();
const goneTargetSchema: z.ZodType<GoneTarget> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['feature', 'strategyDefinition', 'environment']), name }),
  z.object({ kind: z.literal('strategy'), id: z.string() }),
  z.object({ kind: z.literal('segment'), id: z.int() }),
]);

const goneCauseSchema: z.ZodType<GoneCause> = z
  .object({
    gone: goneTargetSchema,
    event: z
      .object({
        id: z.int(),
        type: z.literal('strategy-deleted'),
        createdAt: z.iso.datetime(),
        createdBy: z.string(),
      })
      .exactOptional()
      .describe('The event that removed it. Absent if Forewarn recorded none.'),
    asOf: z.iso
      .datetime()
      .exactOptional()
      .describe('Without an event: the time of the list that lacks it, or has it as archived.'),
    ...affectedFields,
  })
  .meta({
    id: 'forecastGoneCauseSchema',
    description: 'Something that the change request needs, and is already gone.',
  });

const causeSchema: z.ZodType<ForecastCause> = z
  .union([scheduledCauseSchema, goneCauseSchema])
  .meta({ id: 'forecastCauseSchema' });

/** The fields of a forecast. */
export const forecastFields = {
  ...shownFields,
  createdBy: authorField,
  forecast: z.enum(FORECASTS),
  causes: z
    .array(causeSchema)
    .describe(
      `What is already gone first, then the soonest, by project and id: at most ${MAX_CAUSES}.`,
    ),
  causeCount: z.int().describe('How many there are in all.'),
  hiddenCauses: z.int().describe('How many of them are in projects that the key may not read.'),
};

/** How a scheduled change request will go, because of what else is scheduled and what is gone. */
export const forecastSchema: z.ZodType<ForecastBody> = z
  .object({
    ...forecastFields,
    reasons: z
      .array(keySchemaOf(FORECAST_REASON_WORDS))
      .describe('Why there may be causes that are missing.'),
  })
  .meta({ id: 'forecastSchema' });

const breakSchema: z.ZodType<ForecastBreak> = z
  .object({
    ...shownFields,
    ...placeFields,
    touch: z.object(placeFields).describe('The change of the forecast one that affects it.'),
    consequence: consequenceSchema,
  })
  .meta({
    id: 'forecastBreakSchema',
    description: 'A change of another scheduled change request that will not go as planned.',
  });

/** How one scheduled change request will go, and what it does to others. */
export const forecastWithBreaksSchema: z.ZodType<ForecastWithBreaksBody> = z
  .object({
    ...forecastFields,
    breaks: z
      .array(breakSchema)
      .describe(
        `What has it as a cause: the soonest first, then by project and id, at most ${MAX_CAUSES}.`,
      ),
    breakCount: z.int().describe('How many there are in all.'),
    hiddenBreaks: z.int().describe('How many of them are in projects that the key may not read.'),
    mayBreakMore: z
      .boolean()
      .describe('Whether there may be more: more change requests depend on it than are read.'),
    reasons: z
      .array(keySchemaOf(FORECAST_REASON_WORDS))
      .describe('Why there may be causes that are missing, and others that it breaks.'),
  })
  .meta({ id: 'forecastWithBreaksSchema' });
