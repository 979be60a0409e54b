import { describe, expect, test } from 'vitest';
import { textsAt } from '../../../tools/texts-at.ts';

const SOURCES = textsAt(import.meta, '../src/**/*');
const MANIFEST = textsAt(import.meta, '../package.json');

// Static and dynamic imports, re-exports, imports of types, and CommonJS.
const SPECIFIER =
  /(?:\bfrom\s*|(?<!['"`])\bimport\s*\(?\s*|\brequire\s*\(\s*|<reference\s+\w+\s*=\s*)(['"`])(?<specifier>[^'"`]*)\1/g;

const specifiersOf = (source: string): readonly string[] =>
  [...source.matchAll(SPECIFIER)].map(({ groups }) => groups?.['specifier'] ?? '');

const IMPORTS = Object.entries(SOURCES).flatMap(([file, source]) =>
  specifiersOf(source).map((specifier) => ({ file, specifier })),
);

// Lint refuses packages, which tools/check-layers.ts proves.
describe('imports of core', () => {
  test('the pattern finds every kind of import', () => {
    const ways = [
      `import a from 'a';`,
      `import type { B } from "b";`,
      `import {\n  c,\n} from 'c';`,
      `export * from 'd';`,
      `import 'e';`,
      `await import('f');`,
      `let g: import('g').G;`,
      `require('h');`,
      `/// <reference types="i" />`,
    ];
    expect(specifiersOf(ways.join('\n'))).toEqual('abcdefghi'.split(''));
  });

  test('core imports only its own files by path', () => {
    const outside = IMPORTS.filter(({ specifier }) => specifier.startsWith('.')).filter(
      // The root can have any name: only relative paths count.
      ({ file, specifier }) =>
        !Object.hasOwn(SOURCES, `..${new URL(specifier, new URL(file, 'core:/test/')).pathname}`),
    );
    expect(IMPORTS.length).toBeGreaterThan(0);
    expect(outside).toEqual([]);
  });

  test('the entry point reaches each file', () => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const specifier of specifiersOf(SOURCES[file] ?? '')) {
        if (specifier.startsWith('.')) {
          visit(`..${new URL(specifier, new URL(file, 'core:/test/')).pathname}`);
        }
      }
    };
    visit('../src/index.ts');

    expect([...reached].toSorted()).toEqual(Object.keys(SOURCES).toSorted());
  });

  test('neverthrow is the only dependency in its manifest', () => {
    const manifest: unknown = JSON.parse(MANIFEST['../package.json'] ?? '');

    expect(manifest).toHaveProperty('peerDependencies', { neverthrow: expect.any(String) });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('optionalDependencies');
  });
});
