import { okAsync } from 'neverthrow';
import { expect, test } from 'vitest';
import { SharedWork } from '../src/request/shared-work.ts';

test('passes a result to one caller in each turn of the event loop', async () => {
  const shared = new SharedWork<string, never>();
  let turn = 0;
  const count = (): void => {
    turn += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const passed = await Promise.all(
    ['ann', 'bob', 'eve'].map(async () => {
      await shared.join('calendar', undefined, () => okAsync('text'));
      return turn;
    }),
  );
  clearImmediate(next);

  expect(new Set(passed).size).toBe(3);
});
