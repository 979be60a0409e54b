import { truncate, writeFile } from 'node:fs/promises';
import { stdout } from 'node:process';
import { CHECK_EXIT, type ExitCode, printError } from '../exit-code.ts';
import { jsonLine, printableLines } from '../print.ts';
import { unwritableWords } from '../read-input.ts';

/** Which server to ask, and how to write what it says. */
export interface ReportOptions {
  readonly url: string;
  readonly json?: true;
  readonly github?: true;
  readonly markdown?: true;
  /** The file for the JUnit XML. */
  readonly junit?: string;
}

/** What a command found, in each format that it has. */
interface Report {
  readonly outcome: keyof typeof CHECK_EXIT;
  readonly json: object;
  readonly github?: () => string;
  readonly markdown: () => string;
  readonly table: () => string;
  readonly junit?: () => string;
  /** For people. The last one is the summary. */
  readonly lines: readonly string[];
}

/** Writes a report. Returns the exit code: without the file of `--junit`, only something that was found is known. */
export async function writeReport(
  report: Report,
  options: Omit<ReportOptions, 'url'>,
): Promise<ExitCode> {
  const { outcome, lines, junit } = report;
  stdout.write(textOf(report, options));
  lines.forEach(printError);
  const isWritten =
    junit === undefined ||
    options.junit === undefined ||
    (await writeJunit(options.junit, junit()));
  return CHECK_EXIT[isWritten || outcome === 'some' ? outcome : 'unknown'];
}

function textOf(report: Report, { json, github, markdown }: Omit<ReportOptions, 'url'>): string {
  if (json === true) return jsonLine(report.json);
  if (github === true && report.github !== undefined) return report.github();
  if (markdown === true) return report.markdown();
  return printableLines(report.table());
}

const writeJunit = (file: string, xml: string): Promise<boolean> =>
  writeFile(file, xml).then(
    () => true,
    (cause: unknown) => {
      printError(`--junit ${file}: ${unwritableWords(cause)}`);
      return false;
    },
  );

/** Empties files of reports, if they exist: an earlier report must not stand for one that is missing. */
export const emptyReports = async (files: readonly unknown[]): Promise<void> => {
  for (const file of files) if (typeof file === 'string') await truncate(file).catch(() => {});
};
