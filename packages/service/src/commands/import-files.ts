import { stat } from 'node:fs/promises';
import { stdout } from 'node:process';
import { EXIT, type ExitCode, printError } from '@forewarn/cli';
import { completeProjects, type Completeness } from '../import/complete-projects.ts';
import { ListedProjects, readFiles, type ReadingReport } from '../import/read-files.ts';
import { ImportProgress } from './import-progress.ts';
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
      stdout.write(`${countLines(imported.value)}warnings: ${found.warnings}\n`);
      return EXIT.done;
    }
    if (imported.error.type === 'DataOutdated') throw new Error('an import is no sync');
    if (imported.error.type === 'StoreUnavailable') return reportFailure(imported.error);
    printError(`nothing was imported: correct the problems (${found.problems}) and import again`);
    return EXIT.failed;
  });
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
