import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrowPath } from '../page/timeline/arrow-path.ts';

const WIDTH = 900;

const mark = fc.record({
  // A mark at the start is whole.
  x: fc.integer({ min: 10, max: WIDTH - 40 }),
  y: fc.integer({ min: 40, max: 400 }),
  half: fc.constantFrom(0, 8),
});

test('an arrow neither starts, bends nor ends outside of the time axis', () => {
  fc.assert(
    fc.property(mark, mark, (start, end) => {
      const numbers = arrowPath(start, end).match(/-?[\d.]+/g) ?? [];
      const xs = numbers.filter((_, index) => index % 2 === 0).map(Number);

      expect(xs).toHaveLength(4);
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...xs)).toBeLessThanOrEqual(WIDTH);
    }),
    { seed: 20_261_129 },
  );
});
