import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathWith, queryOf } from '../src/paths.ts';

const name = fc.string({ unit: 'binary' });

test('a name in a path is parsed unchanged, or the path is refused', () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      const path = pathWith('/x/{a}/y/{b}/z', { a, b });
      const canStand = [a, b].every(
        (each) => !['', '.', '..'].includes(each) && each.isWellFormed(),
      );
      expect(path !== undefined).toBe(canStand);
      if (path === undefined) return;
      const { pathname } = new URL(`https://example.com${path}`);
      const [, x, readA = '', y, readB = '', z] = pathname.split('/');
      expect([x, y, z]).toEqual(['x', 'y', 'z']);
      expect([readA, readB].map(decodeURIComponent)).toEqual([a, b]);
    }),
  );
});

test('values in a query are parsed unchanged and in order', () => {
  const values = fc.array(name.filter((each) => each.isWellFormed()));
  fc.assert(
    fc.property(values, values, (feature, strategyId) => {
      const url = new URL(
        `https://example.com/x${queryOf({ feature, strategyId, none: undefined })}`,
      );
      expect(url.searchParams.getAll('feature')).toEqual(feature);
      expect(url.searchParams.getAll('strategyId')).toEqual(strategyId);
      expect(url.searchParams.has('none')).toBe(false);
    }),
  );
});
