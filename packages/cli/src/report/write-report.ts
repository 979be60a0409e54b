import { truncate, writeFile } from 'node:fs/promises';
import { stdout } from 'node:process';
import { CHECK_EXIT, type ExitCode, printError } from '../exit-code.ts';
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

/** What a command found. */
interface Report {
  readonly outcome: keyof typeof CHECK_EXIT;
  /** In the format that is asked for. */
  readonly text: string;
  /** For people. The last one is the summary. */
  readonly lines: readonly string[];
  readonly junit: string;
}

/** Writes a report. Returns the exit code: without the file of `--junit`, only something that was found is known. */
export async function writeReport(
  { outcome, text, lines, junit }: Report,
  file: string | undefined,
): Promise<ExitCode> {
  stdout.write(text);
  lines.forEach(printError);
  const isWritten = file === undefined || (await writeJunit(file, junit));
  return CHECK_EXIT[isWritten || outcome === 'some' ? outcome : 'unknown'];
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
