import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the page's sources, or those of a package that it may use, are newer than its last build. */
export function isPageStale() {
  const builtAt = changedAt(join(import.meta.dirname, 'dist/page/page.html'));
  /** @type {Record<'dependencies' | 'devDependencies', Record<string, string>>} */
  const about = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
  const packages = Object.keys({ ...about.dependencies, ...about.devDependencies })
    .filter((name) => name.startsWith('@forewarn/'))
    .map((name) => join(import.meta.dirname, '..', name.slice('@forewarn/'.length), 'src'))
    .filter(existsSync);
  return [join(import.meta.dirname, 'page'), ...packages].some((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(
      (file) => changedAt(join(folder, file)) > builtAt,
    ),
  );
}

/** @param {string} file */
const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
