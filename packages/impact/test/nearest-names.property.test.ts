import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxTypos, nearestNames } from '../src/nearest-names.ts';

const names = fc.string({ unit: fc.constantFrom('a', 'B', 'c', '-', 'é', '😀'), minLength: 1 });

/** A wrong character: left out, inserted or replaced. */
const typos = fc.record({
  at: fc.nat(),
  removed: fc.nat({ max: 1 }),
  added: fc.constantFrom('', 'x', 'a', '😀'),
});

test('finds a name in which at most two characters are wrong', () => {
  fc.assert(
    fc.property(names, fc.array(typos, { maxLength: 2 }), (name, made) => {
      const characters = Array.from(name);
      for (const { at, removed, added } of made)
        characters.splice(at % (characters.length + 1), removed, added);
      const misspelt = characters.join('');
      fc.pre(
        Array.from(misspelt).length >= 3 && maxTypos(misspelt) >= made.length && misspelt !== name,
      );

      expect(nearestNames(misspelt, ['other', name])).toContain(name);
    }),
  );
});

test('finds a name in another case', () => {
  fc.assert(
    fc.property(names, (name) => {
      const upper = name.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
      fc.pre(upper !== name);

      expect(nearestNames(upper, [name])).toEqual([name]);
      expect(nearestNames(name, [upper])).toEqual([upper]);
    }),
  );
});
