import { expect, test } from 'vitest';
import { timeLimit } from '../src/platform.ts';

test.each([0.5, -3.2, 1.01])('a time limit of %d ms ends', async (ms) => {
  const limit = timeLimit(ms, undefined);
  await expect.poll(() => limit.aborted).toBe(true);
});
