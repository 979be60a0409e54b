import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the page, unless its last build is current. */
export function setup(): void {
  const script = join(import.meta.dirname, '../packages/pages-koa/build-page.js');
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
