/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';

// Vite loads the files, so that this test stays in the tier without I/O.
const PAGES = import.meta.glob<string>('../reference/differences-from-unleash.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const TESTS = import.meta.glob<string>('../../packages/{http,http-koa,service}/test/**/*.test.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const page = Object.values(PAGES).join('');
const code = Object.values(TESTS).join('');

/** The first cells of the rows under a heading, except the header row. */
function rowsUnder(heading: string): readonly string[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| (?<cell>[^|]*?) *\|/gm)]
    .map(({ groups }) => groups?.['cell'] ?? '')
    .filter((cell) => !cell.startsWith('--') && cell !== 'Forewarn');
}

test('each difference from Unleash has a test of the same name, and each such test a row', () => {
  // The title of a table of cases ends with the case.
  const tested = [...code.matchAll(/'differs: (?<name>.+?)(?:: "?[%$][^']*)?'/g)];
  const names = tested.map(({ groups }) => groups?.['name'] ?? '');

  expect(names.length).toBeGreaterThan(20);
  expect(rowsUnder('Different responses').toSorted()).toEqual(names.toSorted());
});
