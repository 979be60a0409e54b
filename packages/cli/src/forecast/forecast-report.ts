import type { Forecast } from '@forewarn/client';
import { annotation } from '../impact/annotations.ts';
import { describeChangeRequest, describeSchedule, present } from '../impact/describe.ts';
import { textTable } from '../impact/text-table.ts';
import type { ForecastReport } from './ask-forecasts.ts';
import type { Breaking } from './breaking.ts';
import {
  breaksText,
  brokenTexts,
  describeForecast,
  type ForecastWords,
} from './describe-forecasts.ts';

/** A table of what will not go as planned, or may not, and one of what breaks others; empty if there is none. */
export function tableOf({ forecasts, breaking }: ForecastReport, isOneProject: boolean): string {
  const hidden = isOneProject ? (['project'] as const) : [];
  const tables = [
    textTable(forecasts.map(rowOf), hidden),
    textTable(breaking.map(breakingRowOf), hidden),
  ];
  return tables.filter((table) => table !== '').join('\n');
}

const breakingRowOf = (of: Breaking) => ({
  project: of.project,
  id: String(of.id),
  environment: of.environment,
  when: describeSchedule(of.schedule),
  title: of.title ?? '',
  breaks: brokenTexts(of),
});

function rowOf(forecast: Forecast) {
  const words = describeForecast(forecast);
  return {
    project: forecast.project,
    id: String(forecast.id),
    environment: forecast.environment,
    when: describeSchedule(forecast.schedule),
    by: forecast.createdBy ?? '',
    title: forecast.title ?? '',
    forecast: words.what,
    why: whysOf(words),
  };
}

/** Why a change request will not go as planned, and what to do: a line each. */
export const whysOf = ({ lead, explanations, more }: ForecastWords): readonly string[] => [
  ...present(lead),
  ...explanations.flatMap(({ because, how, why, todo, next }) => [
    because,
    how,
    why,
    `${todo} ${next}`,
  ]),
  ...present(more),
];

/** Whether there is nothing more than what is listed. */
export const isWhole = ({ reasons, unchecked, failure }: ForecastReport): boolean =>
  reasons.length === 0 && unchecked === undefined && failure === undefined;

/** Workflow commands for GitHub Actions: one per change request, and one if there may be more. */
export function annotationsOf(report: ForecastReport, summary: string): string {
  const { forecasts, breaking } = report;
  return [
    ...forecasts.map((forecast) => {
      const words = describeForecast(forecast);
      const parts = [describeChangeRequest(forecast), ...whysOf(words)];
      return annotation(headingOf(forecast, words), parts.join('; '));
    }),
    ...breaking.map((of) => annotation(breaksText(of), describeChangeRequest(of))),
    ...(isWhole(report)
      ? []
      : [annotation('Unknown whether every pending change request will go as planned', summary)]),
  ].join('');
}

/** Which change request will go how. */
const headingOf = ({ id, project }: Forecast, { what }: ForecastWords): string =>
  `#${id} in ${project} ${what}`;
