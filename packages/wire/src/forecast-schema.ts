import {
  type Forecast,
  type ForecastCause,
  type ForecastConsequence,
  type ForecastReason,
  FORECASTS,
  MAX_CAUSES,
} from '@forewarn/core';
import { FORECAST_REASON_WORDS, UNCERTAINTY_WORDS } from '@forewarn/core/adapter';
import type { Prediction } from '@forewarn/core/operator';
import { z } from 'zod';
import {
  authorField,
  consequenceFields,
  keyOf,
  placeFields,
  shownFields,
} from './impact-schema.ts';

/** A forecast as JSON. */
export interface ForecastBody extends Forecast {
  /** Why there may be causes that are missing. */
  readonly reasons: readonly ForecastReason[];
}

const consequenceSchema: z.ZodType<ForecastConsequence> = z
  .object({
    ...consequenceFields,
    rule: z.enum([...consequenceFields.rule.options, ...keyOf(UNCERTAINTY_WORDS).options]),
  })
  .meta({
    id: 'forecastConsequenceSchema',
    description: 'What the earlier change does to the later one.',
  });

const causeSchema: z.ZodType<ForecastCause> = z
  .object({
    ...shownFields,
    ...placeFields,
    touch: z.object(placeFields).describe('The change of the forecast one that it affects.'),
    consequence: consequenceSchema,
  })
  .meta({
    id: 'forecastCauseSchema',
    description: 'A change of another scheduled change request.',
  });

const forecastFields = {
  ...shownFields,
  createdBy: authorField,
  forecast: z.enum(FORECASTS),
  causes: z
    .array(causeSchema)
    .describe(`The soonest first, then by project and id: at most ${MAX_CAUSES}.`),
  causeCount: z.int().describe('How many there are in all.'),
  hiddenCauses: z.int().describe('How many of them are in projects that the key may not read.'),
};

/** How a scheduled change request will go, because of what else is scheduled. */
export const forecastSchema: z.ZodType<ForecastBody> = z
  .object({
    ...forecastFields,
    reasons: z
      .array(keyOf(FORECAST_REASON_WORDS))
      .describe('Why there may be causes that are missing.'),
  })
  .meta({ id: 'forecastSchema' });

/** A forecast as it was told. */
export const predictionSchema: z.ZodType<Prediction> = z
  .object({
    ...forecastFields,
    fingerprint: z
      .string()
      .describe(
        'The same exactly for the same forecast with the same causes, whatever their times.',
      ),
  })
  .meta({ id: 'predictionSchema' });
