import type { Target, TargetKind } from '@forewarn/core';
import * as fc from 'fast-check';
import type { Alphabet } from './arbitrary-name.ts';

/** A target of each kind whose value is a name. */
export const TARGET_OF_NAME: Readonly<
  Record<Exclude<TargetKind, 'segment'>, (name: string) => Target>
> = {
  feature: (name) => ({ kind: 'feature', name }),
  strategy: (id) => ({ kind: 'strategy', id }),
  featureVariants: (feature) => ({ kind: 'featureVariants', feature }),
  strategyDefinition: (name) => ({ kind: 'strategyDefinition', name }),
  environment: (name) => ({ kind: 'environment', name }),
  contextField: (name) => ({ kind: 'contextField', name }),
  user: (name) => ({ kind: 'user', name }),
};

// Few, so that searches hit; two of them are also names.
const SEGMENT_IDS = [0, 1, 10, -1, Number.MAX_SAFE_INTEGER];

export const arbitrarySegmentId: fc.Arbitrary<number> = fc.constantFrom(...SEGMENT_IDS);

/** Every target with the names of an alphabet. */
export const everyTarget = (alphabet: Alphabet): readonly Target[] => [
  ...Object.values(TARGET_OF_NAME).flatMap((targetOf) => alphabet.map(targetOf)),
  ...SEGMENT_IDS.map((id): Target => ({ kind: 'segment', id })),
];

/** The targets of a search: of any kind, with duplicates. */
export const arbitraryAnyOf = (alphabet: Alphabet): fc.Arbitrary<readonly Target[]> =>
  fc.array(fc.constantFrom(...everyTarget(alphabet)), { maxLength: 6, size: 'max' });
