import { stdout } from 'node:process';
import { CHECK_EXIT, type ExitCode, misuse, printError } from '../exit-code.ts';
import { ageOf } from '../impact/ask-impact.ts';
import { jsonLine, printableLines } from '../print.ts';
import { writeJunit } from '../report/write-junit.ts';
import { withClient } from '../with-client.ts';
import { askPreview, type PreviewReport } from './ask-preview.ts';
import { annotationsOf, junitOf, markdownOf, summaryOf, tableOf } from './preview-report.ts';
import { readEdits } from './read-edits.ts';

/** The options of `forewarn preview`. */
export interface PreviewOptions {
  /** The file with the edits; `-` for the standard input. */
  readonly file: string;
  readonly url: string;
  readonly project: string;
  readonly json?: true;
  readonly github?: true;
  readonly markdown?: true;
  /** The file for the JUnit XML. */
  readonly junit?: string;
}

/** `forewarn preview`: the exit code says whether the edits make something worse. */
export const preview = (options: PreviewOptions): Promise<ExitCode> =>
  withClient(options.url, async (client) => {
    const edits = await readEdits(options.file);
    if (edits.isErr()) return misuse(edits.error);
    const report = await askPreview(client, options.project, edits.value);
    const age = report.preview && ageOf(report.preview, Date.now());
    const summary = summaryOf(report, age, { notFound: 'check --url, --project and the edits' });
    stdout.write(textOf(report, options, summary));
    printError(summary);
    const isWritten = await writeJunit(options.junit, junitOf(report, summary));
    return EXIT_OF[isWritten || report.outcome === 'worse' ? report.outcome : 'unknown'];
  });

const EXIT_OF = {
  'not-worse': CHECK_EXIT.none,
  worse: CHECK_EXIT.some,
  unknown: CHECK_EXIT.unknown,
} as const;

function textOf(report: PreviewReport, options: PreviewOptions, summary: string): string {
  const { outcome, preview: found, failure } = report;
  if (options.json === true) return jsonLine({ outcome, ...found, failure });
  if (options.github === true) return annotationsOf(report, summary);
  if (options.markdown === true) return markdownOf(report, summary);
  return printableLines(tableOf(report));
}
