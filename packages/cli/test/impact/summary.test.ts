import { describe, expect, test } from 'vitest';
import type { TargetImpact } from '../../src/impact/impact.ts';
import { failureSummary, summaryOf } from '../../src/impact/summary.ts';
import { clear, doubtful, impactOf, ODD, PRINTED_ODD, touched } from './impacts.ts';

describe('the summary', () => {
  test.each([
    [touched, '1 scheduled change request touches the feature "checkout" in the project "shop"'],
    [
      { ...touched, target: { strategyId: 's-1' }, count: 23 },
      '23 scheduled change requests touch the strategy s-1 in the project "shop"',
    ],
    [
      { ...clear, target: { variantForFlag: 'banner' } },
      '0 scheduled change requests touch the variants of "banner" in the project "shop"',
    ],
    [
      { ...clear, names: 'unchecked' },
      '0 scheduled change requests touch the feature "checkout" in the project "shop"; whether it exists is not known',
    ],
    [
      { ...clear, outcome: 'unknown', reasons: ['not-found'] },
      'unknown whether anything scheduled touches the feature "checkout" in the project "shop": nothing has this name',
    ],
    [
      doubtful,
      'unknown whether anything scheduled touches the segment 3 in the project "shop": ' +
        'a scheduled change may touch it, no import or sync has listed all that is scheduled',
    ],
    [
      { ...clear, target: { strategyDefinition: ODD } },
      `0 scheduled change requests touch the strategy definition "${PRINTED_ODD}" in the project "shop"`,
    ],
  ] as const)('tells the outcome of one target', (impact, text) => {
    expect(summaryOf(impactOf(impact), { project: 'shop' }, undefined)).toBe(text);
  });

  test.each([
    [1, 'the feature "a1"'],
    [3, 'the feature "a1", the feature "a2", and the feature "a3"'],
    [5, 'the feature "a1", the feature "a2", the feature "a3", and 2 more'],
  ])('names those of several targets that may not exist, of %i at most 3', (count, named) => {
    const unchecked = Array.from({ length: count }, (_each, index): TargetImpact => ({
      ...clear,
      target: { feature: `a${index + 1}` },
      names: 'unchecked',
    }));

    expect(summaryOf(impactOf(clear, ...unchecked), {}, 'the data is live')).toBe(
      `${count + 1} targets in all projects: 0 touched by scheduled change requests, 0 unknown, ` +
        `${count + 1} clear; not known to exist: ${named}; the data is live`,
    );
  });

  test('counts the outcomes of several targets', () => {
    const impact = impactOf(clear, doubtful, touched, touched);

    expect(summaryOf(impact, {}, 'the data is live')).toBe(
      '4 targets in all projects: 2 touched by scheduled change requests, 1 unknown, 1 clear; the data is live',
    );
  });

  test('of a failure is one line with the error id', () => {
    const failure = {
      type: 'ErrorResponse',
      status: 503,
      name: 'x',
      message: ODD,
      id: 'u-1',
    } as const;

    expect(failureSummary(failure)).toBe(
      `unknown whether anything is scheduled: ${PRINTED_ODD} (error id u-1)`,
    );
  });

  test.each([
    [401, 'Send a key.', 'Send a key; set FOREWARN_API_KEY to a key of this server'],
    [403, 'You may not.', 'You may not.'],
    [404, 'There is none.', 'There is none; check --url and --project'],
  ])('of a %d says what to do unless the server does', (status, message, told) => {
    const failure = { type: 'ErrorResponse', status, name: 'x', message } as const;

    expect(failureSummary(failure)).toBe(`unknown whether anything is scheduled: ${told}`);
  });
});
