import { isName } from '@forewarn/core';
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

/** The few names of one sample, so that its searches hit its change requests. */
export type Alphabet = readonly [string, ...string[]];

const ALPHABETS: readonly Alphabet[] = [
  ['a', 'A', 'a ', '%', '_'],
  ["'", '"', '\\', '{', 'null'],
  ['\u00e9', 'e\u0301', 'ß', 'ss', '😀'],
  ['1', '01', 'a'.repeat(254), 'a'.repeat(255)],
  ['__proto__', 'constructor', 'toString'],
];

/** Look-alikes and one arbitrary name. */
export const arbitraryAlphabet: fc.Arbitrary<Alphabet> = fc
  .tuple(
    fc.constantFrom(...ALPHABETS),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }).filter(isName),
  )
  .map(([lookAlikes, other]) => [...lookAlikes, other]);

export const arbitraryName = (alphabet: Alphabet): fc.Arbitrary<string> =>
  fc.constantFrom(...alphabet);
