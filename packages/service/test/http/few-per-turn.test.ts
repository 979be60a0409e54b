import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fewPerTurn } from '../../src/http/server/few-per-turn.ts';

test('begins work at once, and what is more than the maximum in later turns, in order', async () => {
  const begun: number[] = [];
  const begin = fewPerTurn(2);
  const seen: number[][] = [];

  for (const each of [1, 2, 3, 4, 5]) begin(() => begun.push(each));
  for (let turn = 0; turn < 3; turn++) {
    seen.push(begun.splice(0));
    await nextTurn();
  }

  expect(seen).toEqual([[1, 2], [3, 4], [5]]);
});

test('begins later work after the work that waits', async () => {
  const begun: number[] = [];
  const begin = fewPerTurn(1);

  for (const each of [1, 2]) begin(() => begun.push(each));
  await nextTurn();
  begin(() => begun.push(3));
  expect(begun).toEqual([1, 2]);

  await nextTurn();
  expect(begun).toEqual([1, 2, 3]);
});

test('begins at once again after a turn without work', async () => {
  const begin = fewPerTurn(1);
  begin(() => {});
  await nextTurn();

  let hasBegun = false;
  begin(() => (hasBegun = true));

  expect(hasBegun).toBe(true);
});
