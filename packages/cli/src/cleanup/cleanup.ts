import { stdout } from 'node:process';
import { EXIT, type ExitCode, printError } from '../exit-code.ts';
import { isFirstSync } from '../first-sync.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { jsonLine, printableLines } from '../print.ts';
import { withClient } from '../with-client.ts';
import { askCleanup, type CleanupPlan, type CleanupQuestion } from './ask-cleanup.ts';
import { markdownOf, summaryOf, tableOf } from './cleanup-report.ts';

/** The options of `forewarn cleanup`. */
export interface CleanupOptions extends CleanupQuestion {
  readonly url: string;
  readonly json?: true;
  readonly markdown?: true;
}

/** `forewarn cleanup`: lists what can be removed. The exit code says whether the list is complete. */
export const cleanup = (options: CleanupOptions): Promise<ExitCode> =>
  withClient(options.url, async (client) => {
    const plan = await askCleanup(client, options);
    const summary = summaryOf(plan, ageOf(plan, Date.now()));
    stdout.write(textOf(plan, options, summary));
    printError(summary);
    return isWhole(plan) && !isFirstSync() ? EXIT.done : EXIT.misused;
  });

/** Whether nothing can be missing: where candidates are not known, the data is none. */
const isWhole = ({ failure, coverage }: CleanupPlan): boolean =>
  failure === undefined && coverage !== 'none';

function textOf(plan: CleanupPlan, options: CleanupOptions, summary: string): string {
  if (options.json === true) return jsonLine(plan);
  if (options.markdown === true) return markdownOf(plan, summary);
  return printableLines(tableOf(plan, options.project?.length === 1));
}
