import { stdout } from 'node:process';
import { CHECK_EXIT, type ExitCode, printError } from '../exit-code.ts';
import { askForecasts, type ForecastReport } from './ask-forecasts.ts';
import type { ForecastQuestion } from './forecast-question.ts';
import { summaryOf } from './describe-forecasts.ts';
import { annotationsOf, tableOf } from './forecast-report.ts';
import { junitOf } from './junit.ts';
import { unlessUncheckedEnvironments } from './unless-unchecked-environments.ts';
import { markdownOf } from './markdown.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { jsonLine, printableLines } from '../print.ts';
import { writeJunit } from '../report/write-junit.ts';
import { withClient } from '../with-client.ts';

/** The options of `forewarn forecast`. */
export interface ForecastOptions extends ForecastQuestion {
  readonly url: string;
  readonly json?: true;
  readonly github?: true;
  readonly markdown?: true;
  /** Whether an environment that is not known to exist makes the outcome unknown. */
  readonly knownNames?: true;
  /** The file for the JUnit XML. */
  readonly junit?: string;
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
    stdout.write(textOf(report, options, summary));
    printError(summary);
    const isWritten = await writeJunit(options.junit, junitOf(report, summary));
    return EXIT_OF[isWritten || report.outcome === 'not-as-planned' ? report.outcome : 'unknown'];
  });

const EXIT_OF = {
  'as-planned': CHECK_EXIT.none,
  'not-as-planned': CHECK_EXIT.some,
  unknown: CHECK_EXIT.unknown,
} as const;

function textOf(report: ForecastReport, options: ForecastOptions, summary: string): string {
  if (options.json === true) return jsonLine(report);
  if (options.github === true) return annotationsOf(report, summary);
  if (options.markdown === true) return markdownOf(report, summary);
  return printableLines(tableOf(report, options.project?.length === 1));
}
