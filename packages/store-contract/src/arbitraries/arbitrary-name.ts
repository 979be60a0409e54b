import { isName } from '@forewarn/core';
import * as fc from 'fast-check';

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
