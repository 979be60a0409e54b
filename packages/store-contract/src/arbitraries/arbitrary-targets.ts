import type { Target, TargetKind } from '@forewarn/core';
import * as fc from 'fast-check';
import type { Alphabet } from './arbitrary-name.ts';

/** A target of each kind that has a name for a value. */
export const TARGET_OF_NAME: Readonly<
  Record<Exclude<TargetKind, 'segment'>, (name: string) => Target>
> = {
  feature: (name) => ({ kind: 'feature', name }),
  strategy: (id) => ({ kind: 'strategy', id }),
  featureVariants: (feature) => ({ kind: 'featureVariants', feature }),
  strategyDefinition: (name) => ({ kind: 'strategyDefinition', name }),
};

// Few, so that what is recorded and what is asked for meet; two of them are names too.
const SEGMENT_IDS = [0, 1, 10, -1, Number.MAX_SAFE_INTEGER];

export const arbitrarySegmentId: fc.Arbitrary<number> = fc.constantFrom(...SEGMENT_IDS);

/** Every target that an alphabet makes. */
export const everyTarget = (alphabet: Alphabet): readonly Target[] => [
  ...Object.values(TARGET_OF_NAME).flatMap((targetOf) => alphabet.map(targetOf)),
  ...SEGMENT_IDS.map((id): Target => ({ kind: 'segment', id })),
];

/** What a search asks for: targets of any kinds, repeated ones among them. */
export const arbitraryAnyOf = (alphabet: Alphabet): fc.Arbitrary<readonly Target[]> =>
  fc.array(fc.constantFrom(...everyTarget(alphabet)), { maxLength: 6, size: 'max' });
