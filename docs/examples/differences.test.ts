import { expect, test } from 'vitest';
import { OBSERVED } from '../../test/unleash/differences.ts';
import { textsAt } from '../../tools/texts-at.ts';

const TESTS = textsAt(import.meta, '../../packages/{http,http-koa,service}/test/**/*.test.ts');

const code = Object.values(TESTS).join('');

test('each difference from Unleash has a test of the same name, and each such test is one', () => {
  // The title of a table of cases ends with the case.
  const tested = [...code.matchAll(/'differs: (?<name>.+?)(?:: "?[%$][^']*)?'/g)];
  const names = tested.map(({ groups }) => groups?.['name'] ?? '');

  expect(names.length).toBeGreaterThan(20);
  expect(Object.keys(OBSERVED).toSorted()).toEqual(names.toSorted());
});
