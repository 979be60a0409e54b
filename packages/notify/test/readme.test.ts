import { expect, test } from 'vitest';
import { about } from './first-use.example.ts';

test('the example has the text in its comment', () => {
  expect(about).toBe('forecast 42 shop');
});
