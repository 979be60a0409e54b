import type { Target } from '@forewarn/core';
import { TARGET_OF_NAME } from '../arbitraries/arbitrary-targets.ts';
import { LOOK_ALIKE_NAMES } from './names.ts';

const SEGMENT_IDS = [0, 1, -1, 10, 11, 2 ** 31, 2 ** 32, 2 ** 53 - 2, Number.MAX_SAFE_INTEGER];

/** Targets that a store must not confuse, by the promise. */
export const DISTINCT_TARGETS: readonly (readonly [promise: string, targets: readonly Target[]])[] =
  [
    ...Object.entries(TARGET_OF_NAME).map(([kind, targetOf]) => {
      return [`compares texts byte for byte: ${kind}`, LOOK_ALIKE_NAMES.map(targetOf)] as const;
    }),
    ['distinguishes ids of segments', SEGMENT_IDS.map((id) => ({ kind: 'segment', id }))],
    [
      'distinguishes kinds of targets with the same value',
      [
        ...Object.values(TARGET_OF_NAME).map((targetOf) => targetOf('1')),
        { kind: 'segment', id: 1 },
      ],
    ],
  ];
