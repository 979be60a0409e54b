import type { SearchedTarget, Target } from '@forewarn/core';
import * as fc from 'fast-check';
import type { Alphabet } from './arbitrary-name.ts';

/** A target of a search, of each kind whose value is a name. */
export const SEARCHED_OF_NAME: Readonly<
  Record<Exclude<SearchedTarget['kind'], 'segment'>, (name: string) => SearchedTarget>
> = {
  feature: (name) => ({ kind: 'feature', name }),
  strategy: (id) => ({ kind: 'strategy', id }),
  featureVariants: (feature) => ({ kind: 'featureVariants', feature }),
  strategyDefinition: (name) => ({ kind: 'strategyDefinition', name }),
  contextField: (name) => ({ kind: 'contextField', name }),
  user: (name) => ({ kind: 'user', name }),
};

// Few, so that searches hit; two of them are also names.
const SEGMENT_IDS = [0, 1, 10, -1, Number.MAX_SAFE_INTEGER];

export const arbitrarySegmentId: fc.Arbitrary<number> = fc.constantFrom(...SEGMENT_IDS);

/** Every target of a search with the names of an alphabet. */
export const everySearched = (alphabet: Alphabet): readonly SearchedTarget[] => [
  ...Object.values(SEARCHED_OF_NAME).flatMap((targetOf) => alphabet.map(targetOf)),
  ...SEGMENT_IDS.map((id): SearchedTarget => ({ kind: 'segment', id })),
];

/** Every target with the names of an alphabet. */
export const everyTarget = (alphabet: Alphabet): readonly Target[] => [
  ...everySearched(alphabet),
  ...alphabet.map((name): Target => ({ kind: 'environment', name })),
];

/** The targets of a search: of any kind, with duplicates. */
export const arbitraryAnyOf = (alphabet: Alphabet): fc.Arbitrary<readonly SearchedTarget[]> =>
  fc.array(fc.constantFrom(...everySearched(alphabet)), { maxLength: 6, size: 'max' });
