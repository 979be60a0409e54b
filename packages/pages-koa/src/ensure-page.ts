import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const BUILT = join(import.meta.dirname, '../dist/page/page.html');

// A clone of the repository has the script, the published package has the page.
const SCRIPT = join(import.meta.dirname, '../build-page.js');

/**
 * Builds the page if this is a clone without a built page. That takes seconds. Without the tools to build it,
 * the page responds with 503.
 *
 * @param announce is called before a build
 */
export async function ensurePage(announce: () => void): Promise<void> {
  if (existsSync(BUILT) || !existsSync(SCRIPT)) return;
  announce();
  await promisify(execFile)(process.execPath, [SCRIPT]).catch(() => {});
}
