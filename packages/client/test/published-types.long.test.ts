import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { INFERRED, writeClientTypes } from '../../../tools/write-client-types.ts';

const PACKAGE = join(import.meta.dirname, '..');
const MODULES = join(PACKAGE, '../../node_modules');

/** Compiles a file, and the declarations that it imports. */
const compile = (folder: string, file: string): string => {
  const strict = ['--noEmit', '--checkers', '1', '--strict', '--exactOptionalPropertyTypes'];
  const modules = ['--module', 'nodenext', '--customConditions', '@forewarn/source'];
  const how = ['--allowImportingTsExtensions', '--target', 'es2024', '--lib', 'es2024,dom'];
  const node = ['--typeRoots', join(MODULES, '@types'), '--types', 'node'];
  const args = [join(MODULES, 'typescript/bin/tsc'), ...strict, ...modules, ...how, ...node, file];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stdout;
};

/** The types whose values clients send. They may leave out what has a default. */
const SENT = /^(?:Create|Update|Record|Schedule|Hypothetical).*Schema$/;

test('the types of the package need no other package, and are those of its sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'published-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeClientTypes(join(folder, 'dist'));
  const names = INFERRED.flatMap((file) => {
    const source = readFileSync(join(PACKAGE, 'src', file), 'utf8');
    return [...source.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => `${name}`);
  });
  const both = names.map((name) => {
    const sides = [`published.${name}`, `sources.${name}`];
    const [from, to] = SENT.test(name) ? sides : sides.toReversed();
    return `export const of${name} = (value: DeepReadonly<${from}>): DeepReadonly<${to}> => value;`;
  });
  const imports = [
    `import type * as sources from '${join(PACKAGE, 'src/index.ts')}';`,
    "import type * as published from './dist/index.js';",
    "import type { DeepReadonly } from './dist/index.js';",
  ];
  writeFileSync(join(folder, 'compared.ts'), [...imports, ...both].join('\n'));

  expect(names.length).toBeGreaterThan(30);
  expect(compile(folder, 'compared.ts')).toBe('');
});
