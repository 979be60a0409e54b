import { expect, test } from 'vitest';
import { whysOf } from '../../src/cleanup/cleanup-report.ts';
import { candidate } from './plans.ts';

test.each([
  [{ features: ['a', 'b'], count: 2, isWhole: true }, ['used by a, b']],
  [{ features: ['a', 'b'], count: 2, isWhole: false }, ['used by a, b, and maybe others']],
  [{ features: ['a', 'b'], count: 5, isWhole: true }, ['used by a, b and 3 more']],
  [
    { features: ['a', 'b'], count: 5, isWhole: false },
    ['used by a, b and 3 more, and maybe others'],
  ],
  [{ features: [], count: 0, isWhole: true }, []],
])('says that %j use a definition', (usedBy, says) => {
  expect(whysOf({ ...candidate('gradual'), usedBy })).toEqual(says);
});
