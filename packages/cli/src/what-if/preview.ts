import { type ExitCode, misuse } from '../exit-code.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { jsonLine, printableLines } from '../print.ts';
import { type ReportOptions, writeReport } from '../report/write-report.ts';
import { withClient } from '../with-client.ts';
import { askPreview, type PreviewReport } from './ask-preview.ts';
import { annotationsOf, junitOf, markdownOf, summaryOf, tableOf } from './preview-report.ts';
import { readEdits } from './read-edits.ts';

/** The options of `forewarn preview`. */
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
    const age = report.preview && ageOf(report.preview, Date.now());
    const summary = summaryOf(report, age, { notFound: 'check --url, --project and the edits' });
    const text = textOf(report, options, summary);
    const junit = junitOf(report, summary);
    const outcome = FOUND[report.outcome];
    return writeReport({ outcome, text, lines: [summary], junit }, options.junit);
  });

const FOUND = { 'not-worse': 'none', worse: 'some', unknown: 'unknown' } as const;

function textOf(report: PreviewReport, options: PreviewOptions, summary: string): string {
  const { outcome, preview: found, failure } = report;
  if (options.json === true) return jsonLine({ outcome, ...found, failure });
  if (options.github === true) return annotationsOf(report, summary);
  if (options.markdown === true) return markdownOf(report, summary);
  return printableLines(tableOf(report));
}
