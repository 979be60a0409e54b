import { by, type ConsequenceRule } from '@forewarn/impact';
import { describe, expect, test } from 'vitest';
import type { TargetImpact } from '../../src/impact/impact.ts';
import { breakageOf } from '../../src/impact/breakage.ts';
import { changeRequest, clear, doubtful, touched } from './impacts.ts';

const [touch] = changeRequest.touches;

/** An impact with a change request per rule. */
const touchedBy = (...rules: readonly ConsequenceRule[]): TargetImpact => ({
  ...touched,
  count: rules.length,
  changeRequests: rules.map((rule) => ({
    ...changeRequest,
    touches: [{ ...touch!, consequence: by(rule) }],
  })),
});

const breakage = (...impacts: readonly TargetImpact[]) => breakageOf({ impacts });

describe('whether anything would break', () => {
  test.each<[TargetImpact['outcome'], string, readonly TargetImpact[]]>([
    ['none', 'nothing is touched', [clear]],
    ['none', 'all that is touched stays unaffected', [touchedBy('still-applies'), clear]],
    ['some', 'one is suspended', [touchedBy('still-applies', 'feature-archived')]],
    ['some', 'one fails', [touchedBy('definition-deleted')]],
    ['some', 'one breaks, though others are unknown', [doubtful, touchedBy('definition-deleted')]],
    [
      'some',
      'one breaks, though not all is known',
      [{ ...touchedBy('definition-deleted'), complete: false, count: 9 }],
    ],
    ['unknown', 'a target is in doubt', [touchedBy('still-applies'), doubtful]],
    ['unknown', 'no rule tells', [touchedBy('no-rule')]],
    ['unknown', 'not all is known', [{ ...touchedBy('still-applies'), complete: false }]],
    ['unknown', 'not all are listed', [{ ...touchedBy('still-applies'), count: 2 }]],
    [
      'unknown',
      'not all touches are listed',
      [
        {
          ...touched,
          changeRequests: [
            {
              ...changeRequest,
              touches: Array.from({ length: 100 }, () => ({
                ...touch!,
                consequence: by('still-applies'),
              })),
            },
          ],
        },
      ],
    ],
    [
      'unknown',
      'no touches are listed, as of a search',
      [{ ...touched, changeRequests: [{ ...changeRequest, touches: [] }] }],
    ],
    ['unknown', 'nothing was asked', []],
  ])('is %s if %s', (expected, _why, impacts) => {
    expect(breakage(...impacts)).toBe(expected);
  });
});
