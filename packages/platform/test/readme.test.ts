import { expect, test } from 'vitest';
import { sumOf } from './first-use.example.ts';

test('the example adds numbers', async () => {
  expect(await sumOf([1, 2, 3])).toBe(6);
});
