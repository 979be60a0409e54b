// Builds the page if its sources are newer than the last build. A clone needs it before the service starts.
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'vite';

const root = join(import.meta.dirname, 'page');

/** The time of the newest file, 0 without any. */
const newest = (pattern: string, cwd: string): number =>
  Math.max(0, ...globSync(pattern, { cwd }).map((file) => statSync(join(cwd, file)).mtimeMs));

if (newest('**/*.*', root) > newest('page.html', join(import.meta.dirname, 'dist/page'))) {
  // A test runner sets it to "test", which would build the page for development.
  process.env['NODE_ENV'] = 'production';
  await build({ configFile: join(root, 'vite.config.ts') });
}
