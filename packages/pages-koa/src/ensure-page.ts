import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const BUILT = join(import.meta.dirname, '../dist/page/page.html');

// A clone of the repository has the scripts, the published package has the page.
const SCRIPT = join(import.meta.dirname, '../build-page.js');
const CHECK = join(import.meta.dirname, '../is-page-stale.js');

/**
 * Builds the page if this is a clone without a built page; with `npm start`, also if its sources are newer. That takes seconds.
 * Without the tools to build it, the page responds with 503.
 *
 * @param report is called with what happens
 */
export async function ensurePage(report: (line: string) => void): Promise<void> {
  if (!existsSync(SCRIPT) || (existsSync(BUILT) && !(await isToRebuild()))) return;
  report('building the page of this clone');
  await promisify(execFile)(process.execPath, [SCRIPT]).catch(() => {
    report('the page could not be built: "npm run page -w @forewarn/pages-koa" says why');
  });
}

/** A deployed copy of a clone can have any times. */
async function isToRebuild(): Promise<boolean> {
  if (process.env['npm_lifecycle_event'] !== 'start') return false;
  const { isPageStale } = (await import(pathToFileURL(CHECK).href)) as {
    readonly isPageStale: () => boolean;
  };
  return isPageStale();
}
