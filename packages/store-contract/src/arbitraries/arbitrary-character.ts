import * as fc from 'fast-check';

const MAX_CODE = 0x10ffff;
/** The codes of lone surrogates, which are not characters. */
const HALVES = { from: 0xd800, count: 0x800 };

/** Any character. The unit `binary` is the same, but takes seconds to make, once in each process. */
export const arbitraryCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: MAX_CODE - HALVES.count })
  .map(
    (index) => String.fromCodePoint(index < HALVES.from ? index : index + HALVES.count),
    (character) => {
      const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
      if (code === undefined || String.fromCodePoint(code) !== character) {
        throw new Error('not one character');
      }
      return code < HALVES.from ? code : code - HALVES.count;
    },
  );
