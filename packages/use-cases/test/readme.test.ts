import { expect, test } from 'vitest';
import { deleted } from './first-use.example.ts';

test('the example deletes the definition', async () => {
  expect((await deleted).isOk()).toBe(true);
});
