// Builds the page if its sources, or those of a package that it may use, are newer than the last build. A clone needs it before
// the service starts. JavaScript, so that Node loads no compiler first.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, 'page');

/** @param {string} file */
const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const builtAt = changedAt(join(import.meta.dirname, 'dist/page/page.html'));
/** @type {Record<'dependencies' | 'devDependencies', Record<string, string>>} */
const about = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
const packages = Object.keys({ ...about.dependencies, ...about.devDependencies })
  .filter((name) => name.startsWith('@forewarn/'))
  .map((name) => join(import.meta.dirname, '..', name.slice('@forewarn/'.length), 'src'))
  .filter(existsSync);
const isStale = [root, ...packages].some((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(
    (file) => changedAt(join(folder, file)) > builtAt,
  ),
);

if (isStale) {
  // A test runner sets it to "test", which would build the page for development.
  process.env['NODE_ENV'] = 'production';
  // Loading it takes longer than all else here.
  const { build } = await import('vite');
  await build({ configFile: join(root, 'vite.config.ts') });
}
