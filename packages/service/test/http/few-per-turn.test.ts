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
    // Behind the work that waits.
    if (turn === 0) begin(() => begun.push(6));
  }
  // At once again, after a turn without work.
  begin(() => begun.push(7));
  seen.push(begun);

  expect(seen).toEqual([[1, 2], [3, 4], [5, 6], [7]]);
});
