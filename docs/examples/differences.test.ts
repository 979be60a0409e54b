/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';

// Vite reads the files as it reads modules, so that this stays in the tier without I/O.
const PAGES = import.meta.glob<string>('../reference/differences-from-unleash.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const TESTS = import.meta.glob<string>(
  '../../packages/service/test/http/unleash-behaviour*.e2e.test.ts',
  { query: '?raw', import: 'default', eager: true },
);

const page = Object.values(PAGES).join('');
const code = Object.values(TESTS).join('');

/** The first cells of the rows under a heading, without the heads of its table. */
function rowsUnder(heading: string): readonly string[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| (?<cell>[^|]*?) *\|/gm)]
    .map(({ groups }) => groups?.['cell'] ?? '')
    .filter((cell) => !cell.startsWith('--') && cell !== 'what Forewarn does');
}

test('each difference from Unleash has its test, and each test of a difference its row', () => {
  const tested = [...code.matchAll(/^ *it\(\s*'differs: (?<name>[^']+)'/gm)];
  const names = tested.map(({ groups }) => groups?.['name'] ?? '');

  expect(names.length).toBeGreaterThan(20);
  expect(names.length).toBe(code.split(`'differs: `).length - 1);
  expect(rowsUnder('Answers that differ').toSorted()).toEqual(names.toSorted());
});
