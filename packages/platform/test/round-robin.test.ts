import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutRoundRobin } from '../src/index.ts';

const cut = (lists: readonly (readonly string[])[], maxBytes: number) =>
  cutRoundRobin(lists, ({ length }) => length, maxBytes);

describe('cutRoundRobin', () => {
  test('keeps lists that fit', () => {
    expect(cut([['aa', 'bb'], [], ['cc']], 6)).toEqual([['aa', 'bb'], [], ['cc']]);
  });

  test('takes the first of each list before the second of any', () => {
    expect(cut([['aa', 'bb', 'cc'], ['dd'], ['ee', 'ff']], 8)).toEqual([
      ['aa', 'bb'],
      ['dd'],
      ['ee'],
    ]);
  });

  test('counts an item on several lists once', () => {
    expect(cut([['aa', 'bb'], ['aa'], ['aa', 'bb']], 4)).toEqual([
      ['aa', 'bb'],
      ['aa'],
      ['aa', 'bb'],
    ]);
  });

  test('takes at least one item, however large', () => {
    expect(cut([['aaaa', 'b'], ['c']], 1)).toEqual([['aaaa'], []]);
  });

  test('takes a prefix of each list, as much as fits', () => {
    const item = fc.string({ minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(item)), fc.nat({ max: 60 }), (lists, maxBytes) => {
        const result = cut(lists, maxBytes);
        const taken = new Set(result.flat());
        const bytes = [...taken].reduce((sum, { length }) => sum + length, 0);
        expect(result).toEqual(lists.map((list, at) => list.slice(0, result[at]?.length)));
        expect(bytes <= maxBytes || taken.size === 1).toBe(true);
        expect(taken.size > 0 || lists.flat().length === 0).toBe(true);
      }),
    );
  });
});
