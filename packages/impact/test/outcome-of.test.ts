import type { Coverage } from '@forewarn/core';
import { isCurrent } from '@forewarn/record';
import { describe, expect, test } from 'vitest';
import { type OutcomeFacts, outcomeOf } from '../src/outcome-of.ts';
import { LIVE, NONE } from './samples.ts';

const AS_OF: Coverage = { kind: 'as-of', asOf: '2026-11-20T12:00:00Z', source: 'import' };

const outcome = (facts: Partial<OutcomeFacts>) =>
  outcomeOf({
    isTouched: false,
    isDoubtful: false,
    coverage: [LIVE],
    hasUnreadableProjects: false,
    ...facts,
  });

describe('outcomeOf: some', () => {
  test('one touch is enough, whatever else is unknown', () => {
    const unknown = { isDoubtful: true, coverage: [NONE], hasUnreadableProjects: true };
    expect(outcome({ isTouched: true, ...unknown })).toEqual({
      outcome: 'some',
      reasons: [],
      isComplete: false,
    });
    expect(outcome({ isTouched: true }).isComplete).toBe(true);
  });
});

describe('outcomeOf: none', () => {
  test('nothing touches or may touch the target, and everything is known', () => {
    expect(outcome({})).toEqual({ outcome: 'none', reasons: [], isComplete: true });
  });
});

describe('outcomeOf: unknown', () => {
  test.each<[string, Partial<OutcomeFacts>]>([
    ['doubt', { isDoubtful: true }],
    ['no-coverage', { coverage: [LIVE, NONE] }],
    ['no-coverage', { coverage: [] }],
    ['too-old', { coverage: [LIVE, AS_OF], notBefore: '2026-11-20T12:00:01Z' }],
    ['too-old', { coverage: [{ ...AS_OF, asOf: 'soon' }], notBefore: '2026-11-20T12:00:01Z' }],
    ['too-old', { coverage: [AS_OF], notBefore: 'yesterday' }],
    ['unreadable-projects', { hasUnreadableProjects: true }],
  ])('%s: %j', (reason, facts) => {
    expect(outcome(facts)).toEqual({ outcome: 'unknown', reasons: [reason], isComplete: false });
  });

  test('has every reason, each once', () => {
    expect(
      outcome({
        isDoubtful: true,
        coverage: [NONE, AS_OF, NONE, AS_OF],
        notBefore: '2026-11-21T00:00:00Z',
        hasUnreadableProjects: true,
      }).reasons,
    ).toEqual(['doubt', 'no-coverage', 'too-old', 'unreadable-projects']);
  });
});

test.each<[boolean, Coverage, string | undefined, string?]>([
  [true, LIVE, '2026-11-21T00:00:00Z'],
  [true, AS_OF, undefined],
  [true, AS_OF, '2026-11-20T13:00:00+01:00'],
  [false, AS_OF, '2026-11-20T12:00:00.001Z'],
  [false, NONE, undefined],
  [true, AS_OF, '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z'],
  [false, AS_OF, '2026-11-20T10:00:00.001Z', '2026-11-20T11:00:00Z'],
])('isCurrent is %s for %j and %s', (expected, coverage, notBefore, now = '2026-11-21T12:00Z') => {
  expect(isCurrent(coverage, notBefore, Date.parse(now))).toBe(expected);
});
