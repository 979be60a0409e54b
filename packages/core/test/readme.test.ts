import { expect, test } from 'vitest';
import { breaksBasket, breaksStrategy } from './matches-any.example.ts';

test('the example of the rule returns the values in its comments', () => {
  expect(breaksStrategy).toBe(true);
  expect(breaksBasket).toBe(false);
});
