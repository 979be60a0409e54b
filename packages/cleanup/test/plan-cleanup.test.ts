import type { Schedule } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import {
  archive,
  at,
  dependOn,
  FRIDAY,
  MONDAY,
  rollout,
  WEDNESDAY,
} from '../../forecast/test/forecast-samples.ts';
import { planCleanup } from '../src/plan-cleanup.ts';
import { CLOCK, DAY_MS, definition, factsOf, feature, NOW } from './candidates.ts';
import { removable } from './first-use.example.ts';

type Facts = Awaited<ReturnType<typeof factsOf>>;

const verdicts = (...facts: readonly Facts[]) =>
  planCleanup(facts, CLOCK).map(({ target, verdict, after, wave, reasons }) => [
    'name' in target ? target.name : '',
    verdict,
    ...[wave, after].filter((each) => each !== undefined),
    ...reasons,
  ]);

const sale = feature('sale');
const using = (name: string) => ({ action: 'addStrategy', payload: { name } });

describe('a feature', () => {
  test('that nothing touches or uses can be removed now', async () => {
    const facts = await factsOf(sale);

    expect(verdicts(facts)).toEqual([['sale', 'now', 1]]);
    expect(removable([facts], NOW)).toEqual(['sale']);
  });

  test('that is touched can be removed after the last change request', async () => {
    const scheduled = [
      at(FRIDAY, 2, 'sale', [rollout]),
      at(MONDAY, 1, 'sale', [{ action: 'updateEnabled' }]),
    ];

    expect(verdicts(await factsOf(sale, scheduled))).toEqual([
      ['sale', 'after', 1, '2026-11-27T09:00:00.000Z'],
    ]);
  });

  test('that is touched at the last time that there is is unknown', async () => {
    const touching = at('+275760-09-13T00:00:00Z', 1, 'sale', [rollout]);

    expect(verdicts(await factsOf(sale, [touching]))).toEqual([
      ['sale', 'unknown', 'forecast-unknown'],
    ]);
  });

  test.each([
    ['suspended', { status: 'suspended', scheduledAt: FRIDAY, reason: '' }],
    ['failed', { status: 'failed', scheduledAt: FRIDAY, reason: '' }],
    ['overdue', { status: 'pending', scheduledAt: '2026-11-20T09:00:00Z' }],
  ] as const)('that something %s touches is blocked', async (reason, schedule: Schedule) => {
    const touching = at(FRIDAY, 1, 'sale', [rollout], { schedule });

    expect(verdicts(await factsOf(sale, [touching]))).toEqual([['sale', 'blocked', reason]]);
  });

  test('that something touches at a time that can not be read is unknown', async () => {
    const touching = at('soon', 1, 'sale', [rollout]);

    expect(verdicts(await factsOf(sale, [touching]))).toEqual([
      ['sale', 'unknown', 'no-future-time'],
    ]);
  });

  test('that something touches which will be suspended is blocked', async () => {
    const scheduled = [at(MONDAY, 1, 'sale', [archive]), at(FRIDAY, 2, 'sale', [rollout])];

    expect(verdicts(await factsOf(sale, scheduled))).toEqual([
      ['sale', 'blocked', 'not-as-planned'],
    ]);
  });

  test('that a change request makes a parent is blocked: archiving it would be refused', async () => {
    const scheduled = [at(MONDAY, 1, 'child', [dependOn('sale')])];

    expect(verdicts(await factsOf(sale, scheduled))).toEqual([
      ['sale', 'blocked', 'removal-fails'],
    ]);
  });

  test('that was seen within the quiet time is blocked', async () => {
    const seen = (ms: number) => factsOf(sale, [], { use: { lastSeenAt: NOW - ms } });

    expect(verdicts(await seen(7 * DAY_MS - 1))).toEqual([['sale', 'blocked', 'seen-recently']]);
    expect(verdicts(await seen(7 * DAY_MS))).toEqual([['sale', 'now', 1]]);
  });

  test('that was in use when that was last read is blocked', async () => {
    const read = (asOf: number, days = 30) =>
      factsOf(sale, [], { use: { lastSeenAt: NOW - days * DAY_MS, asOf } });

    expect(verdicts(await read(NOW - 24 * DAY_MS))).toEqual([['sale', 'blocked', 'seen-recently']]);
    expect(verdicts(await read(NOW - 23 * DAY_MS))).toEqual([['sale', 'now', 1]]);
    // Its clock is ahead.
    expect(verdicts(await read(NOW + DAY_MS, 6.5))).toEqual([['sale', 'blocked', 'seen-recently']]);
  });

  test.each([
    ['children', { children: undefined }],
    ['time of use', { lastSeenAt: undefined }],
  ])('whose %s could not be read is unknown', async (_what, use) => {
    expect(verdicts(await factsOf(sale, [], { use }))).toEqual([['sale', 'unknown', 'use-unread']]);
  });

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
      factsOf(sale, scheduled, { forecasts: [{ ...forecast!, forecast: 'unknown' }] }),
      factsOf(sale, scheduled, { removal: 'unknown' }),
    ]);

    expect(facts.flatMap((each) => verdicts(each))).toEqual([
      ['sale', 'unknown', 'too-old'],
      ['sale', 'unknown', 'doubt'],
      ['sale', 'unknown', 'cut'],
      ['sale', 'unknown', 'too-many-causes'],
      ['sale', 'unknown', 'forecast-unknown'],
      ['sale', 'unknown', 'forecast-unknown'],
      ['sale', 'unknown', 'forecast-unknown'],
    ]);
  });

  test('is blocked, and not unknown, if something known speaks against it', async () => {
    const use = { lastSeenAt: NOW, children: undefined };

    expect(verdicts(await factsOf(sale, [], { use }))).toEqual([
      ['sale', 'blocked', 'seen-recently'],
    ]);
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
});

describe('a child', () => {
  const childOf = (scheduled: Parameters<typeof factsOf>[1]) =>
    factsOf(sale, scheduled, { use: { parents: ['a-parent'] } });

  test.each([
    ['archives its parent', archive],
    ['makes its parent a child', dependOn('other')],
  ])('waits for what %s: that fails while there are children', async (_what, change) => {
    const facts = await childOf([at(MONDAY, 1, 'a-parent', [change])]);

    expect(verdicts(facts)).toEqual([['sale', 'after', 1, '2026-11-23T09:00:00.000Z']]);
    expect(planCleanup([facts], CLOCK)[0]?.evidence).toMatchObject([
      { rule: 'frees-parent', changeRequest: { id: 1 }, forecast: 'as-planned' },
    ]);
  });

  test('does not wait for another change of its parent', async () => {
    expect(verdicts(await childOf([at(MONDAY, 1, 'a-parent', [rollout])]))).toEqual([
      ['sale', 'now', 1],
    ]);
  });

  test('is blocked by what archives its parent once that is repaired', async () => {
    const schedule = { status: 'failed', scheduledAt: FRIDAY, reason: '' } as const;

    expect(verdicts(await childOf([at(FRIDAY, 1, 'a-parent', [archive], { schedule })]))).toEqual([
      ['sale', 'blocked', 'failed'],
    ]);
  });

  test('is unknown if its parents are', async () => {
    const facts = await factsOf(sale, [], { use: { parents: undefined } });

    expect(verdicts(facts)).toEqual([['sale', 'unknown', 'use-unread']]);
  });
});

describe('a definition', () => {
  const gradual = definition('gradual');

  test.each([
    [false, ['gradual', 'now', 1]],
    [true, ['gradual', 'blocked', 'used']],
    [undefined, ['gradual', 'unknown', 'use-unread']],
  ])('whose use is %s', async (isUsed, verdict) => {
    const use = { isUsed, children: undefined, lastSeenAt: undefined };

    expect(verdicts(await factsOf(gradual, [], { use }))).toEqual([verdict]);
  });

  test('is unknown unless it is known that no release plan uses it', async () => {
    const facts = await factsOf(gradual, [], { use: { mayBePlanned: undefined } });

    expect(verdicts(facts)).toEqual([['gradual', 'unknown', 'release-plans-unread']]);
  });

  test('is blocked, and never removable later, by what is scheduled: that uses it from then on', async () => {
    const scheduled = [at(MONDAY, 1, 'sale', [using('gradual')])];

    expect(verdicts(await factsOf(gradual, scheduled))).toEqual([['gradual', 'blocked', 'used']]);
  });
});

describe('a parent', () => {
  const parentOf = (...children: readonly string[]) =>
    factsOf(feature('a-parent'), [], { use: { children } });

  test('comes in a later wave than its children, and not before them', async () => {
    const child = await factsOf(feature('child'), [at(WEDNESDAY, 1, 'child', [rollout])]);

    expect(
      verdicts(await parentOf('child', 'other'), child, await factsOf(feature('other'))),
    ).toEqual([
      ['child', 'after', 1, '2026-11-25T09:00:00.000Z'],
      ['other', 'now', 1],
      ['a-parent', 'after', 2, '2026-11-25T09:00:00.000Z'],
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

    expect(verdicts(facts)).toEqual([['a-parent', 'blocked', 'has-children']]);
  });

  test('of its parent is blocked', async () => {
    const [a, b] = await Promise.all([
      factsOf(feature('a'), [], { use: { children: ['b'] } }),
      factsOf(feature('b'), [], { use: { children: ['a'] } }),
    ]);

    expect(verdicts(a, b).map(([, verdict]) => verdict)).toEqual(['blocked', 'blocked']);
  });
});
