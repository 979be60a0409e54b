import { stat } from 'node:fs/promises';
import { stderr } from 'node:process';
import { isName, type StoreUnavailable } from '@forewarn/core';
import type { FeatureUseRepository } from '@forewarn/record';
import type { StoreWithNames } from '@forewarn/store';
import { EXIT, type ExitCode, print, printable, printError } from '@forewarn/cli';
import { err, ok, type Result } from 'neverthrow';
import { completeProjects, type Completeness } from './complete-projects.ts';
import { recordDeleted } from './deleted-definitions.ts';
import type { ListedUse } from './listed-use.ts';
import { ListedProjects, readFiles, type ReadingReport } from './read-files.ts';
import { countLines, reportFailure, withStore } from '../commands/with-store.ts';

export function importFiles(
  files: readonly string[],
  completeness: Completeness,
): Promise<ExitCode> {
  return withStore(async (store) => {
    const stored = await store.projects.list();
    if (stored.isErr()) return reportFailure(stored.error);
    const progress = new ImportProgress(await sizeOf(files));
    const problems = new FirstLines('problem', (text) => progress.line(text));
    const warnings = new FirstLines('warning', (text) => progress.line(text));
    const listed = new ListedProjects();
    const report: ReadingReport = {
      problem: (file, { path, what }) => problems.add(`${file}: ${path}`, what),
      warning: (file, { path, what }) => warnings.add(`${file}: ${path}`, what),
      progress: (bytes) => progress.advance(bytes),
    };
    const imported = await store.transfer.import(
      completeProjects(
        readFiles(files, report, undefined, listed, completeness.projectIds),
        completeness,
        { stored: stored.value.map(({ id }) => id), listed },
        (projectId, why) => problems.add(`--complete ${projectId}`, why),
      ),
    );
    progress.stop();
    problems.end();
    warnings.end();
    if (imported.isOk()) {
      const kept = await keepNames(store, listed.features, completeness);
      if (kept.isErr()) return reportFailure(kept.error);
      const used = await keepUse(store, listed.use, completeness);
      if (used.isErr()) return reportFailure(used.error);
      const recorded = await recordDeleted(store, listed.deleted);
      if (recorded.isErr()) return reportFailure(recorded.error);
      print(`${countLines(imported.value)}warnings: ${warnings.count}\n`);
      return EXIT.done;
    }
    if (imported.error.type === 'DataOutdated') throw new Error('an import is no sync');
    if (imported.error.type === 'StoreUnavailable') return reportFailure(imported.error);
    printError(`nothing was imported: correct the problems (${problems.count}) and import again`);
    return EXIT.failed;
  });
}

/** Keeps the names of features: all of a complete project, and others where all are known already. */
async function keepNames(
  { names }: StoreWithNames,
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

/** Keeps how the features of complete projects are used, if the store keeps that. */
async function keepUse(
  { featureUse }: StoreWithNames & { readonly featureUse?: Pick<FeatureUseRepository, 'replace'> },
  use: ListedUse,
  { projectIds, asOf }: Completeness,
): Promise<Result<void, StoreUnavailable>> {
  for (const projectId of featureUse === undefined ? [] : projectIds) {
    const features = use.of(projectId);
    const kept = features && (await featureUse?.replace({ projectId, asOf, features }));
    // A project that is deleted meanwhile has no features.
    if (kept?.isErr() && kept.error.type === 'StoreUnavailable') return err(kept.error);
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

/** Maximum problems or warnings with a line each, and maximum texts that the others are counted by. */
const MAX_LINES = 20;

/** Writes the first problems or warnings of an import, and at its end how often it gave each of the others. */
export class FirstLines {
  readonly #kind: 'problem' | 'warning';
  readonly #write: (line: string) => void;
  readonly #more = new Map<string, number>();
  count = 0;

  constructor(kind: 'problem' | 'warning', write: (line: string) => void) {
    this.#kind = kind;
    this.#write = write;
  }

  add(where: string, what: string): void {
    this.count += 1;
    if (this.count <= MAX_LINES) {
      this.#write(`${where}: ${this.#kind === 'warning' ? 'warning: ' : ''}${what}`);
      return;
    }
    const text =
      this.#more.has(what) || this.#more.size < MAX_LINES ? what : `other ${this.#kind}s`;
    this.#more.set(text, (this.#more.get(text) ?? 0) + 1);
  }

  end(): void {
    for (const [text, count] of this.#more) this.#write(`${this.#kind}: ${count} more: ${text}`);
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
  readonly #startedAt: number;
  #shownAt: number;
  #shown = '';
  #bytes = 0;

  constructor(totalBytes: number | undefined, output: ProgressOutput = STANDARD_ERROR) {
    this.#totalBytes = totalBytes;
    this.#output = output;
    this.#startedAt = output.now();
    this.#shownAt = this.#startedAt;
  }

  advance(bytes: number): void {
    this.#bytes += bytes;
    const { stream, now } = this.#output;
    const isDue = now() - this.#shownAt > INTERVAL_MS;
    if (!isDue || stream.isTTY !== true) return;
    this.#shownAt = now();
    this.#shown = this.#progressAfter(this.#shownAt - this.#startedAt);
    stream.write(`${CLEAR_LINE}${this.#shown}`);
  }

  #progressAfter(ms: number): string {
    if (this.#totalBytes === undefined) {
      return `read ${(this.#bytes / 1_000_000).toFixed(1)} MB in ${Math.floor(ms / 1_000)} s`;
    }
    // A file can grow while it is read.
    const part = Math.min(this.#bytes / this.#totalBytes, 1);
    const leftMs = ms * (1 / part - 1);
    return `read ${Math.floor(part * 100)} %, about ${Math.ceil(leftMs / 1_000)} s left`;
  }

  line(text: string): void {
    const line = `${printable(text)}\n`;
    const isShown = this.#shown !== '';
    this.#output.stream.write(isShown ? `${CLEAR_LINE}${line}${this.#shown}` : line);
  }

  stop(): void {
    if (this.#shown !== '') this.#output.stream.write(CLEAR_LINE);
    this.#shown = '';
  }
}
