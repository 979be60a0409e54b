import { expect, test } from 'vitest';
import { verdictText } from '../page/impact/verdict-text.ts';

type Impacts = Parameters<typeof verdictText>[0];

/** A change request that is touched, with the consequences of each touch. */
const touched = (id: number, ...outcomes: readonly (string | undefined)[]) => ({
  project: 'shop',
  id,
  touches: outcomes.map((outcome) => (outcome === undefined ? {} : { consequence: { outcome } })),
});

const impact = (count: number, ...changeRequests: readonly ReturnType<typeof touched>[]) => ({
  count,
  changeRequests,
});

test.for<[string, readonly ReturnType<typeof impact>[], string]>([
  ['nothing', [impact(0)], ''],
  ['touches without an intent', [impact(1, touched(1, undefined))], ''],
  ['what is not affected', [impact(1, touched(1, 'unaffected'))], ''],
  [
    'one in two impacts, with its worst',
    [impact(1, touched(1, 'changed')), impact(2, touched(1, 'suspended'), touched(2, 'fails'))],
    '1 change request will fail, 1 will be suspended.',
  ],
  [
    'several that refuse, and one that is not known',
    [impact(3, touched(1, 'refused'), touched(2, 'refused'), touched(3, 'unknown'))],
    '2 change requests keep Unleash from doing this, 1 may be affected.',
  ],
  [
    'more than are listed',
    [impact(101, touched(1, 'fails'))],
    '1 change request or more will fail.',
  ],
])('the verdict of %s', ([, impacts, text]) => {
  expect(verdictText(impacts as unknown as Impacts)).toBe(text);
});
