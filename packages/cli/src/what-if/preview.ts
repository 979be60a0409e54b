import { type ExitCode, misuse } from '../exit-code.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { type ReportOptions, writeReport } from '../report/write-report.ts';
import { withClient } from '../with-client.ts';
import { askPreview } from './ask-preview.ts';
import { annotationsOf, junitOf, markdownOf, summaryOf, tableOf } from './preview-report.ts';
import { readEdits } from './read-edits.ts';
import { latestTime } from '../latest-time.ts';

export interface PreviewOptions extends ReportOptions {
  /** The file with the edits; `-` for the standard input. */
  readonly file: string;
  readonly project: string;
}

/** `forewarn preview`: the exit code says whether the edits make something worse. */
export const preview = (options: PreviewOptions): Promise<ExitCode> =>
  withClient(options.url, async (client) => {
    const edits = await readEdits(options.file);
    if (edits.isErr()) return misuse(edits.error);
    const report = await askPreview(client, options.project, edits.value);
    const age = report.preview && ageOf(report.preview, latestTime());
    const summary = summaryOf(report, age, { notFound: 'check --url, --project and the edits' });
    const { outcome, preview: previewed, failure } = report;
    const found = {
      outcome: FOUND[outcome],
      json: { outcome, ...previewed, failure },
      github: () => annotationsOf(report, summary),
      markdown: () => markdownOf(report, summary),
      table: () => tableOf(report),
      junit: () => junitOf(report, summary),
      lines: [summary],
    };
    return writeReport(found, options);
  });

const FOUND = { 'not-worse': 'none', worse: 'some', unknown: 'unknown' } as const;
