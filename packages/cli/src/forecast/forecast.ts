import type { ExitCode } from '../exit-code.ts';
import { askForecasts, type ForecastReport } from './ask-forecasts.ts';
import type { ForecastQuestion } from './forecast-question.ts';
import { summaryOf } from './describe-forecasts.ts';
import { annotationsOf, tableOf } from './forecast-report.ts';
import { junitOf } from './junit.ts';
import { unlessUncheckedEnvironments } from './unless-unchecked-environments.ts';
import { markdownOf } from './markdown.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { jsonLine, printableLines } from '../print.ts';
import { type ReportOptions, writeReport } from '../report/write-report.ts';
import { withClient } from '../with-client.ts';

/** The options of `forewarn forecast`. */
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
    const summary = summaryOf(report, options, ageOf(report, Date.now()));
    const text = textOf(report, options, summary);
    const junit = junitOf(report, summary);
    const outcome = FOUND[report.outcome];
    return writeReport({ outcome, text, lines: [summary], junit }, options.junit);
  });

const FOUND = { 'as-planned': 'none', 'not-as-planned': 'some', unknown: 'unknown' } as const;

function textOf(report: ForecastReport, options: ForecastOptions, summary: string): string {
  if (options.json === true) return jsonLine(report);
  if (options.github === true) return annotationsOf(report, summary);
  if (options.markdown === true) return markdownOf(report, summary);
  return printableLines(tableOf(report, options.project?.length === 1));
}
