/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';
import { OBSERVED } from '../../test/unleash/differences.ts';

// Vite loads the files, so that this test stays in the tier without I/O.
const TESTS = import.meta.glob<string>('../../packages/{http,http-koa,service}/test/**/*.test.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const code = Object.values(TESTS).join('');

test('each difference from Unleash has a test of the same name, and each such test is one', () => {
  // The title of a table of cases ends with the case.
  const tested = [...code.matchAll(/'differs: (?<name>.+?)(?:: "?[%$][^']*)?'/g)];
  const names = tested.map(({ groups }) => groups?.['name'] ?? '');

  expect(names.length).toBeGreaterThan(20);
  expect(Object.keys(OBSERVED).toSorted()).toEqual(names.toSorted());
});
