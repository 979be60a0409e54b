import { describe, expect, test } from 'vitest';
import {
  type AskedTarget,
  type Coverage,
  type Doubt,
  type ImpactFacts,
  impactOf,
  type Touch,
} from '../src/index.ts';

const ASKED: AskedTarget = { target: { kind: 'segment', id: 7 } };
const TOUCH: Touch = {
  path: 'segments[0]',
  action: 'updateSegment',
  target: { kind: 'segment', id: 7 },
};
const OTHER: Touch = { ...TOUCH, target: { kind: 'segment', id: 8 } };
const DOUBT: Doubt = {
  path: 'segments[1]',
  action: 'deleteSegment',
  kinds: ['segment'],
  why: 'missing-id',
};

const LIVE: Coverage = { kind: 'live' };
const AS_OF: Coverage = { kind: 'as-of', asOf: '2026-11-20T12:00:00Z' };
const NONE: Coverage = { kind: 'none' };

const impact = (facts: Partial<ImpactFacts>) =>
  impactOf(ASKED, {
    touches: [],
    doubts: [],
    coverage: [LIVE],
    hasUnreadableProjects: false,
    ...facts,
  });

describe('impactOf: some', () => {
  test('one touch is enough, whatever else is unknown', () => {
    expect(
      impact({
        touches: [OTHER, TOUCH],
        doubts: [DOUBT],
        coverage: [NONE],
        hasUnreadableProjects: true,
      }),
    ).toEqual({ outcome: 'some', touches: [TOUCH], doubts: [DOUBT], reasons: [] });
  });
});

describe('impactOf: none', () => {
  test('nothing touches or may touch the target, and everything is known', () => {
    const doubts: readonly Doubt[] = [{ ...DOUBT, kinds: ['strategy'] }];
    expect(impact({ touches: [OTHER], doubts })).toEqual({
      outcome: 'none',
      touches: [],
      doubts: [],
      reasons: [],
    });
  });

  test.each<[string, Partial<ImpactFacts>]>([
    ['without a limit, data of any age counts', { coverage: [LIVE, AS_OF] }],
    [
      'data that is as old as allowed counts',
      { coverage: [AS_OF], notBefore: '2026-11-20T13:00:00+01:00' },
    ],
    ['live data has no age', { coverage: [LIVE], notBefore: '2026-11-20T12:00:01Z' }],
  ])('%s', (_what, facts) => {
    expect(impact(facts).outcome).toBe('none');
  });
});

describe('impactOf: unknown', () => {
  test.each<[string, Partial<ImpactFacts>]>([
    ['doubt', { doubts: [DOUBT] }],
    ['no-coverage', { coverage: [LIVE, NONE] }],
    ['no-coverage', { coverage: [] }],
    ['too-old', { coverage: [LIVE, AS_OF], notBefore: '2026-11-20T12:00:01Z' }],
    ['too-old', { coverage: [{ kind: 'as-of', asOf: 'soon' }], notBefore: '2026-11-20T12:00:01Z' }],
    ['too-old', { coverage: [AS_OF], notBefore: 'yesterday' }],
    ['unreadable-projects', { hasUnreadableProjects: true }],
  ])('%s: %j', (reason, facts) => {
    expect(impact(facts)).toMatchObject({ outcome: 'unknown', touches: [], reasons: [reason] });
  });

  test('has every reason, each once', () => {
    expect(
      impact({
        doubts: [DOUBT, DOUBT],
        coverage: [NONE, AS_OF, NONE, AS_OF],
        notBefore: '2026-11-21T00:00:00Z',
        hasUnreadableProjects: true,
      }).reasons,
    ).toEqual(['doubt', 'no-coverage', 'too-old', 'unreadable-projects']);
  });
});
