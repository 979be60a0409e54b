import { forecastSchema } from '@forewarn/forecast/http';
import { parseDuration } from '@forewarn/wire';
import { z } from 'zod';
import type { CapabilityTools } from '../command-set.ts';
import { known, PROJECT, readOnlyTool, REMEDIES, unknown } from '../commands/read-only-tool.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { failureWords } from '../impact/summary.ts';
import { askForecasts, type ForecastReport } from './ask-forecasts.ts';
import { breakingTexts, MAX_SHOWN, newsLine, summaryOf, worstFirst } from './describe-forecasts.ts';
import type { ForecastQuestion } from './forecast-question.ts';
import { unlessUncheckedEnvironments } from './unless-unchecked-environments.ts';
import { latestTime } from '../latest-time.ts';

export const forecastTool: CapabilityTools = {
  instructions:
    'Call forecast_schedule to learn which of them other scheduled ones already break: only its outcome "as-planned" is an all-clear, for what is pending.',
  register: (server, client) => {
    server.registerTool(
      'forecast_schedule',
      FORECAST_SCHEDULE,
      async ({ project, environment, within }, { mcpReq: { signal } }) => {
        const question = {
          environment,
          project: project === undefined ? undefined : [project],
          within: within === undefined ? undefined : parseDuration(within),
        };
        const asked = await askForecasts(client, question, { signal });
        // An assistant makes up names.
        const report = await unlessUncheckedEnvironments(client, asked, question, { signal });
        // Known or not, what is found needs attention.
        return report.failure === undefined || report.outcome === 'not-as-planned'
          ? known(scheduleOf(report, question))
          : unknown(failureWords(report.failure, REMEDIES));
      },
    );
  },
};

/** Maximum change requests in a forecast. */
const MAX_FORECASTS = 50;

const scheduleForecastSchema = z.object({
  outcome: z.enum(['as-planned', 'not-as-planned', 'unknown']),
  summary: z.string().meta({ description: 'What the outcome is about, and why not all is known.' }),
  count: z.int().meta({ description: 'How many will not go as planned, or may not.' }),
  forecasts: z.array(forecastSchema).meta({
    description:
      `The soonest ${MAX_FORECASTS} of them, each with its worst causes, at most ${MAX_SHOWN}. ` +
      'If none of these is as bad as the forecast, the cause that decides it is not listed.',
  }),
  news: z.array(z.string()).meta({
    description:
      'Those of the forecasts with a cause, in words: the cause, what happens, and the way out.',
  }),
  breaking: z.array(z.string()).meta({
    description: `Change requests that break others, also outside of what is asked about: the soonest ${MAX_FORECASTS}, and how many more do.`,
  }),
});

const FORECAST_SCHEDULE = readOnlyTool(
  'Forecast the schedule',
  'Tells which scheduled change requests will not go as planned because of which other scheduled ones or of what is already gone, why, and what to do. ' +
    'Only the outcome "as-planned" is an all-clear, and only for what is pending: those that failed, are suspended or overdue have no forecast.',
  {
    inputSchema: z.strictObject({
      project: PROJECT,
      environment: z.array(z.string()).min(1).optional().meta({ description: 'All without it.' }),
      within: z
        .string()
        .regex(/^[1-9]\d{0,5}[smhd]$/, 'expected a duration, such as 24h or 7d')
        .optional()
        .meta({ description: 'Only what is scheduled within this time, such as 24h or 7d.' }),
    }),
    outputSchema: scheduleForecastSchema,
  },
);

function scheduleOf(
  report: ForecastReport,
  question: ForecastQuestion,
): z.input<typeof scheduleForecastSchema> {
  const { outcome, forecasts, breaking } = report;
  const shown = forecasts.slice(0, MAX_FORECASTS).map((forecast) => ({
    ...forecast,
    causes: worstFirst(forecast.causes).slice(0, MAX_SHOWN),
  }));
  const summary = summaryOf(report, question, ageOf(report, latestTime()), REMEDIES);
  return {
    outcome,
    summary,
    count: forecasts.length,
    forecasts: shown,
    news: shown.flatMap((each) => newsLine(each)),
    breaking: [...breakingTexts(breaking, MAX_FORECASTS)],
  };
}
