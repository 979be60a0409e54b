import type { ExitCode } from '../exit-code.ts';
import { isFirstSync } from '../first-sync.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { writeReport } from '../report/write-report.ts';
import { withClient } from '../with-client.ts';
import { askCleanup, type CleanupPlan, type CleanupQuestion } from './ask-cleanup.ts';
import { markdownOf, summaryOf, tableOf } from './cleanup-report.ts';
import { latestTime } from '../latest-time.ts';

export interface CleanupOptions extends CleanupQuestion {
  readonly url: string;
  readonly json?: true;
  readonly markdown?: true;
}

/** `forewarn cleanup`: lists what can be removed. The exit code says whether the list is complete. */
export const cleanup = (options: CleanupOptions): Promise<ExitCode> =>
  withClient(options.url, async (client) => {
    const plan = await askCleanup(client, options);
    const summary = summaryOf(plan, ageOf(plan, latestTime()));
    const found = {
      outcome: isWhole(plan) && !isFirstSync() ? 'none' : 'unknown',
      json: plan,
      markdown: () => markdownOf(plan, summary),
      table: () => tableOf(plan, options.project?.length === 1),
      lines: [summary],
    } as const;
    return writeReport(found, options);
  });

/** Whether nothing can be missing: where candidates are not known, the data is none. */
const isWhole = ({ failure, coverage }: CleanupPlan): boolean =>
  failure === undefined && coverage !== 'none';
