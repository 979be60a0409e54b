import type { ExitCode } from '../exit-code.ts';
import { askForecasts } from './ask-forecasts.ts';
import type { ForecastQuestion } from './forecast-question.ts';
import { summaryOf } from './describe-forecasts.ts';
import { annotationsOf, tableOf } from './forecast-report.ts';
import { junitOf } from './junit.ts';
import { unlessUncheckedEnvironments } from './unless-unchecked-environments.ts';
import { markdownOf } from './markdown.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { type ReportOptions, writeReport } from '../report/write-report.ts';
import { withClient } from '../with-client.ts';
import { latestTime } from '../latest-time.ts';

export interface ForecastOptions extends ForecastQuestion, ReportOptions {
  /** Whether an environment that is not known to exist makes the outcome unknown. */
  readonly knownNames?: true;
}

/** `forewarn forecast`: the exit code says whether all that is pending will go as planned. */
export const forecast = (options: ForecastOptions): Promise<ExitCode> =>
  withClient(options.url, async (client) => {
    const asked = await askForecasts(client, options);
    const report =
      options.knownNames === true
        ? await unlessUncheckedEnvironments(client, asked, options)
        : asked;
    const summary = summaryOf(report, options, ageOf(report, latestTime()));
    const found = {
      outcome: FOUND[report.outcome],
      json: report,
      github: () => annotationsOf(report, summary),
      markdown: () => markdownOf(report, summary),
      table: () => tableOf(report, options.project?.length === 1),
      junit: () => junitOf(report, summary),
      lines: [summary],
    };
    return writeReport(found, options);
  });

const FOUND = { 'as-planned': 'none', 'not-as-planned': 'some', unknown: 'unknown' } as const;
