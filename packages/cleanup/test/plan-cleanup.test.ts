import type { Change, Schedule, ScheduledChangeRequest } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import {
  archive,
  at,
  dependOn,
  FRIDAY,
  MONDAY,
  WEDNESDAY,
} from '../../forecast/test/forecast-samples.ts';
import type { PresentUse } from '../src/cleanup.ts';
import { planCleanup } from '../src/plan-cleanup.ts';
import { CLOCK, DAY_MS, definition, factsOf, feature, NOW } from './candidates.ts';
import { removable } from './first-use.example.ts';

type Facts = Awaited<ReturnType<typeof factsOf>>;
type Schedules = readonly ScheduledChangeRequest[];
type Use = Partial<PresentUse>;

const afterTime = (time: string): string => `after 1 ${new Date(time).toISOString()}`;

const verdicts = (...facts: readonly Facts[]) =>
  planCleanup(facts, CLOCK).map(({ target, verdict, after, wave, reasons }) => [
    target.name,
    [verdict, wave, after, ...reasons].filter((each) => each !== undefined).join(' '),
  ]);

const sale = feature('sale');
const rollout: Change = { action: 'updateStrategy', payload: { id: 's1', segments: [] } };
const changed = (time: string, id = 1) => at(time, id, 'sale', [rollout]);
const enabled = at(MONDAY, 1, 'sale', [{ action: 'updateEnabled' }]);
const touching = (schedule: Schedule) => [at(FRIDAY, 1, 'sale', [rollout], { schedule })];
const failed: Schedule = { status: 'failed', scheduledAt: FRIDAY, reason: '' };
const overdue: Schedule = { status: 'pending', scheduledAt: '2026-11-20T09:00:00Z' };
/** It does not say which segments it keeps. */
const partial: Change = { action: 'updateStrategy', payload: { id: 's2' } };
const milestone: Change = { action: 'startMilestone', payload: { id: 'm1' } };
const MANY = Array.from({ length: 100 }, () => rollout);
const DOUBT = 'unknown doubt';
const END_OF_TIME = '+275760-09-13T00:00:00Z';

test.each<[how: string, scheduled: Schedules, verdict: string]>([
  ['by nothing', [], 'now 1'],
  ['by one after the other', [changed(FRIDAY, 2), enabled], afterTime(FRIDAY)],
  ['at the end of time', [changed(END_OF_TIME)], 'unknown forecast-unknown'],
  ['at no time that can be read', [changed('soon')], 'unknown no-future-time'],
  ['by a suspended one', touching({ ...failed, status: 'suspended' }), 'blocked suspended'],
  ['by a failed one', touching(failed), 'blocked failed'],
  ['by an overdue one', touching(overdue), 'blocked overdue'],
  [
    'by one that will be suspended',
    [at(MONDAY, 1, 'sale', [archive]), changed(FRIDAY, 2)],
    'blocked not-as-planned',
  ],
  [
    'by one that makes it a parent',
    [at(MONDAY, 1, 'child', [dependOn('sale')])],
    'blocked removal-fails',
  ],
  [
    'by one that gives it a parent, which its removal frees for others',
    [at(MONDAY, 1, 'sale', [dependOn('a-parent')]), at(FRIDAY, 2, 'a-parent', [archive])],
    'unknown forecast-unknown',
  ],
  [
    'by one that gives it a parent and changes more',
    [at(MONDAY, 1, 'sale', [rollout, dependOn('a-parent')])],
    'unknown forecast-unknown',
  ],
  [
    'by one that gives it a parent after as many changes as an impact lists',
    [at(MONDAY, 1, 'sale', [...MANY, dependOn('a-parent')])],
    'unknown cut',
  ],
  [
    'by one that makes it a parent, and by another that may touch more',
    [at(MONDAY, 1, 'child', [dependOn('sale')]), at(FRIDAY, 2, 'sale', [partial])],
    DOUBT,
  ],
  ['by one that may touch more than it says', [at(MONDAY, 1, 'sale', [partial])], DOUBT],
  [
    'by one that may not make it a parent, since it may touch more',
    [at(MONDAY, 1, 'child', [dependOn('sale'), partial])],
    DOUBT,
  ],
])('a feature that is touched %s', async (_how, scheduled, verdict) => {
  expect(verdicts(await factsOf(sale, scheduled))).toEqual([['sale', verdict]]);
});

const SEEN = 'blocked seen-recently';
const UNREAD = 'unknown use-unread';
const seen = (days: number, asOf = 0) => ({
  lastSeenAt: NOW - days * DAY_MS,
  asOf: NOW - asOf * DAY_MS,
});

test.each<[what: string, use: Use, verdict: string]>([
  ['seen within the quiet time', seen(7 - 1e-8), SEEN],
  ['seen before', seen(7), 'now 1'],
  ['seen before that was last read', seen(30, 24), SEEN],
  ['out of use when that was last read', seen(30, 23), 'now 1'],
  ['read by a clock that is ahead', seen(6.5, -1), SEEN],
  ['whose children are not known', { children: undefined }, UNREAD],
  ['whose parents are not known', { parents: undefined }, UNREAD],
  ['whose use is not known', { lastSeenAt: undefined }, UNREAD],
  ['used, and more is not known', { lastSeenAt: NOW, children: undefined }, SEEN],
])('a feature %s', async (_what, use, verdict) => {
  expect(verdicts(await factsOf(sale, [], { use }))).toEqual([['sale', verdict]]);
});

const ofParent = { use: { parents: ['a-parent'] } };
const onParent = (changes: readonly Change[], more = {}) => [
  at(MONDAY, 1, 'a-parent', changes, more),
];

test.each<[what: string, scheduled: Schedules, verdict: string]>([
  ['is archived: that fails before', onParent([archive]), afterTime(MONDAY)],
  ['becomes a child: that fails before', onParent([dependOn('other')]), afterTime(MONDAY)],
  ['changes otherwise', onParent([rollout]), 'now 1'],
  ['is archived once repaired', onParent([archive], { schedule: failed }), 'blocked failed'],
  ['is archived by one that may touch more', onParent([archive, partial]), DOUBT],
  ['has more changes than an impact lists', onParent([...MANY, archive]), 'unknown cut'],
  [
    'has more changes than an impact lists, and others',
    [...onParent([...MANY, archive]), at(FRIDAY, 2, 'a-parent', [rollout])],
    'unknown cut',
  ],
  ['is archived, and has many more changes', onParent([archive, ...MANY]), afterTime(MONDAY)],
])('a feature whose parent %s', async (_what, scheduled, verdict) => {
  expect(verdicts(await factsOf(sale, scheduled, ofParent))).toEqual([['sale', verdict]]);
});

const using = at(MONDAY, 1, 'sale', [{ action: 'addStrategy', payload: { name: 'gradual' } }]);

test.each<[what: string, use: Use, scheduled: Schedules, verdict: string]>([
  ['is not used', {}, [], 'now 1'],
  ['is used', { isUsed: true }, [], 'blocked used'],
  ['may be used', { isUsed: undefined }, [], UNREAD],
  ['a release plan may use', { mayBePlanned: undefined }, [], 'unknown release-plans-unread'],
  // There is no time from which on it could be removed.
  ['something scheduled uses', {}, [using], 'blocked used'],
])('a definition that %s', async (_what, use, scheduled, verdict) => {
  const given = { use: { children: undefined, lastSeenAt: undefined, ...use } };

  expect(verdicts(await factsOf(definition('gradual'), scheduled, given))).toEqual([
    ['gradual', verdict],
  ]);
});

const BLOCKED = 'blocked has-children';

test('the example lists what can be removed', async () => {
  expect(removable([await factsOf(sale)], NOW)).toEqual(['sale']);
});

describe('a feature', () => {
  test('is unknown if its impact, its forecasts or its removal are', async () => {
    const scheduled = [at(MONDAY, 1, 'sale', [rollout])];
    const { impact, forecasts } = await factsOf(sale, scheduled);
    const [forecast] = forecasts;
    const facts = await Promise.all([
      factsOf(sale, [], {
        impact: {
          ...impact,
          count: 0,
          changeRequests: [],
          outcome: 'unknown',
          reasons: ['too-old'],
          isComplete: false,
        },
      }),
      factsOf(sale, scheduled, { impact: { ...impact, isComplete: false } }),
      factsOf(sale, scheduled, { impact: { ...impact, count: 2 } }),
      factsOf(sale, scheduled, { forecastReasons: ['too-many-causes'] }),
      factsOf(sale, scheduled, { forecasts: [] }),
      factsOf(sale, scheduled, {
        forecasts: [{ ...forecast!, forecast: 'unknown', causeCount: 1 }],
      }),
      factsOf(sale, scheduled, { removal: 'unknown' }),
    ]);

    expect(facts.flatMap((each) => verdicts(each))).toEqual([
      ['sale', 'unknown too-old'],
      ['sale', 'unknown doubt'],
      ['sale', 'unknown cut'],
      ['sale', 'unknown too-many-causes'],
      ['sale', 'unknown forecast-unknown'],
      ['sale', 'unknown forecast-unknown'],
      ['sale', 'unknown forecast-unknown'],
    ]);
  });

  const failing = { removal: 'fails', forecastReasons: ['too-many-causes'] } as const;

  test('is unknown if the impact on its parent or what makes its removal fail is', async () => {
    const archiving = onParent([archive]);
    const { parentImpacts } = await factsOf(sale, archiving, ofParent);
    const incomplete = parentImpacts.map((each) => ({ ...each, isComplete: false }));
    const cut = parentImpacts.map((each) => ({ ...each, count: 2 }));
    const { impact } = await factsOf(sale, [enabled]);
    const facts = await Promise.all([
      factsOf(sale, archiving, { ...ofParent, parentImpacts: incomplete }),
      factsOf(sale, archiving, { ...ofParent, parentImpacts: cut }),
      factsOf(sale, archiving, { ...ofParent, parentImpacts: incomplete, ...failing }),
      factsOf(sale, [enabled], failing),
      factsOf(sale, [enabled], { removal: 'fails', impact: { ...impact, isComplete: false } }),
    ]);

    expect(facts.flatMap((each) => verdicts(each))).toEqual(
      [DOUBT, 'unknown cut', 'unknown too-many-causes', 'unknown too-many-causes', DOUBT].map(
        (verdict) => ['sale', verdict],
      ),
    );
  });

  test('says by which rule each change request decides', async () => {
    const facts = await factsOf(sale, [at(MONDAY, 1, 'sale', [rollout, rollout])]);

    expect(planCleanup([facts], CLOCK)[0]?.evidence).toEqual([
      {
        rule: 'feature-archived',
        evidence: 'documented',
        changeRequest: {
          project: 'shop',
          id: 1,
          environment: 'production',
          schedule: { status: 'pending', scheduledAt: MONDAY },
        },
        forecast: 'as-planned',
      },
    ]);
  });

  test.each([
    ['measured', 'as-planned', onParent([archive])],
    ['none', 'unknown', onParent([milestone])],
    ['measured', 'unknown', onParent([milestone, archive])],
  ] as const)(
    'says what frees its parent, with the evidence %s',
    async (evidence, forecast, of) => {
      const facts = await factsOf(sale, of, ofParent);

      expect(planCleanup([facts], CLOCK)[0]?.evidence).toMatchObject([
        { rule: 'frees-parent', evidence, changeRequest: { id: 1 }, forecast },
      ]);
    },
  );
});

describe('a parent', () => {
  const parentOf = (...children: readonly string[]) =>
    factsOf(feature('a-parent'), [], { use: { children } });

  test('comes in a later wave than its children, and not before them', async () => {
    const child = await factsOf(feature('child'), [at(WEDNESDAY, 1, 'child', [rollout])]);

    expect(
      verdicts(await parentOf('child', 'other'), child, await factsOf(feature('other'))),
    ).toEqual([
      ['child', afterTime(WEDNESDAY)],
      ['other', 'now 1'],
      ['a-parent', afterTime(WEDNESDAY).replace('1', '2')],
    ]);
  });

  test('is blocked by a child that is no candidate, or can not be removed', async () => {
    const [child, free] = await Promise.all([
      factsOf(feature('child'), [], { use: { lastSeenAt: NOW } }),
      factsOf(feature('free')),
    ]);
    const plan = planCleanup([await parentOf('other', 'child', 'free'), child, free], CLOCK);

    expect(plan.map(({ verdict, reasons }) => [verdict, ...reasons])).toEqual([
      ['now'],
      ['blocked', 'has-children'],
      ['blocked', 'seen-recently'],
    ]);
    expect(plan[1]?.evidence).toEqual([
      { rule: 'has-children', evidence: 'measured', children: ['child', 'other'] },
    ]);
  });

  test('that is unknown is blocked by its children all the same', async () => {
    const facts = await factsOf(feature('a-parent'), [], {
      use: { children: ['child'], lastSeenAt: undefined },
    });

    expect(verdicts(facts)).toEqual([['a-parent', BLOCKED]]);
  });

  test('of its parent is blocked', async () => {
    const [a, b] = await Promise.all([
      factsOf(feature('a'), [], { use: { children: ['b'] } }),
      factsOf(feature('b'), [], { use: { children: ['a'] } }),
    ]);

    expect(verdicts(a, b).map(([, verdict]) => verdict)).toEqual([BLOCKED, BLOCKED]);
  });
});
