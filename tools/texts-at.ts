import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const LEFT_OUT = ['node_modules', 'dist'];

/** Returns the paths of the files that match, from the folder of a module: `./a.ts`, `../b.ts`. None is installed or built. */
export function pathsAt(
  { dirname: cwd }: ImportMeta,
  ...patterns: readonly string[]
): readonly string[] {
  const exclude = ({ name }: { readonly name: string }): boolean => LEFT_OUT.includes(name);
  const found = patterns.flatMap((pattern) => {
    const files = globSync(pattern, { cwd, exclude, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    // A test that no file has something would pass.
    if (files.length === 0) throw new Error(`no file matches ${pattern}`);
    return files;
  });
  return found
    .map(({ parentPath, name }) => relative(cwd, join(parentPath, name)).replaceAll('\\', '/'))
    .map((path) => (path.startsWith('../') ? path : `./${path}`))
    .toSorted();
}

/** Returns the texts of the files that match, by their paths from the folder of a module. */
export const textsAt = (
  module: ImportMeta,
  ...patterns: readonly string[]
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pathsAt(module, ...patterns).map((path) => [
      path,
      readFileSync(join(module.dirname, path), 'utf8'),
    ]),
  );
