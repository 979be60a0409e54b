import { stat } from 'node:fs/promises';
import { stderr, stdout } from 'node:process';
import { isName, type StoreUnavailable } from '@forewarn/core';
import type { FollowerStore } from '@forewarn/core/operator';
import { EXIT, type ExitCode, printError } from '@forewarn/cli';
import { err, ok, type Result } from 'neverthrow';
import { completeProjects, type Completeness } from '../import/complete-projects.ts';
import { ListedProjects, readFiles, type ReadingReport } from '../import/read-files.ts';
import { countLines, reportFailure, withStore } from './with-store.ts';

/** `forewarn import` */
export function importFiles(
  files: readonly string[],
  completeness: Completeness,
): Promise<ExitCode> {
  return withStore(async (store) => {
    const stored = await store.projects.list();
    if (stored.isErr()) return reportFailure(stored.error);
    const progress = new ImportProgress(await sizeOf(files));
    const found = { problems: 0, warnings: 0 };
    const listed = new ListedProjects();
    const refuse = (where: string, what: string): void => {
      found.problems += 1;
      progress.line(`${where}: ${what}`);
    };
    const report: ReadingReport = {
      problem: (file, { path, what }) => refuse(`${file}: ${path}`, what),
      warning: (file, { path, what }) => {
        found.warnings += 1;
        progress.line(`${file}: ${path}: warning: ${what}`);
      },
      progress: (bytes) => progress.advance(bytes),
    };
    const imported = await store.transfer.import(
      completeProjects(
        readFiles(files, report, undefined, listed),
        completeness,
        { stored: stored.value.map(({ id }) => id), listed },
        (projectId, why) => refuse(`--complete ${projectId}`, why),
      ),
    );
    progress.stop();
    if (imported.isOk()) {
      const kept = await keepNames(store, listed.features, completeness);
      if (kept.isErr()) return reportFailure(kept.error);
      stdout.write(`${countLines(imported.value)}warnings: ${found.warnings}\n`);
      return EXIT.done;
    }
    if (imported.error.type === 'DataOutdated') throw new Error('an import is no sync');
    if (imported.error.type === 'StoreUnavailable') return reportFailure(imported.error);
    printError(`nothing was imported: correct the problems (${found.problems}) and import again`);
    return EXIT.failed;
  });
}

/** Keeps the names of features: all of a complete project, and others where all are known already. */
async function keepNames(
  { names }: FollowerStore,
  features: ListedProjects['features'],
  { projectIds, asOf }: Completeness,
): Promise<Result<void, StoreUnavailable>> {
  for (const [projectId, all] of features) {
    const feature = all.filter(isName);
    const kept = projectIds.includes(projectId)
      ? await names.replace({ projectId, asOf, lists: { feature } })
      : await names.add(
          projectId,
          feature.map((value) => ({ kind: 'feature', value })),
        );
    // A project that is deleted meanwhile has no names.
    if (kept.isErr() && kept.error.type === 'StoreUnavailable') return err(kept.error);
  }
  return ok();
}

/** The total size of the files in bytes; undefined if it is unknown. */
async function sizeOf(files: readonly string[]): Promise<number | undefined> {
  if (files.includes('-')) return undefined;
  try {
    const stats = await Promise.all(files.map((file) => stat(file)));
    return stats.reduce((total, { size }) => total + size, 0);
  } catch {
    return undefined;
  }
}

const INTERVAL_MS = 1_000;
// Back to the first column, and clear from there.
const CLEAR_LINE = '\r\u001b[K';

/** The stream that shows the progress, and a clock. */
export interface ProgressOutput {
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly now: () => number;
}

const STANDARD_ERROR: ProgressOutput = { stream: stderr, now: () => performance.now() };

/** Shows the progress of a long import on a terminal, in one line. Other lines are written above it. */
export class ImportProgress {
  readonly #totalBytes: number | undefined;
  readonly #output: ProgressOutput;
  #shownAt: number;
  #shown = '';
  #bytes = 0;

  constructor(totalBytes: number | undefined, output: ProgressOutput = STANDARD_ERROR) {
    this.#totalBytes = totalBytes;
    this.#output = output;
    this.#shownAt = output.now();
  }

  advance(bytes: number): void {
    this.#bytes += bytes;
    const { stream, now } = this.#output;
    const isDue = now() - this.#shownAt > INTERVAL_MS;
    if (!isDue || stream.isTTY !== true || this.#totalBytes === undefined) return;
    this.#shownAt = now();
    this.#shown = `read ${Math.floor((this.#bytes / this.#totalBytes) * 100)} %`;
    stream.write(`${CLEAR_LINE}${this.#shown}`);
  }

  line(text: string): void {
    const isShown = this.#shown !== '';
    this.#output.stream.write(isShown ? `${CLEAR_LINE}${text}\n${this.#shown}` : `${text}\n`);
  }

  stop(): void {
    if (this.#shown !== '') this.#output.stream.write(CLEAR_LINE);
    this.#shown = '';
  }
}
