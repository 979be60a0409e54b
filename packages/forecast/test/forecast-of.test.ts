import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { changeRequest, times } from '../../core/test/samples.ts';
import { forecastInTurns, forecastOf, unforeseen } from '../src/forecast-of.ts';
import { scheduledCauses } from '../src/forecast.ts';
import {
  archive,
  at,
  dependOn,
  forecasts,
  FRIDAY,
  linesOf,
  MONDAY,
  NOW,
  release,
  rollout,
  THURSDAY,
  WEDNESDAY,
} from './forecast-samples.ts';

const minuteOf = (minute: number): string =>
  new Date(Date.parse(MONDAY) + 60_000 * minute).toISOString();

const remove = (id: string): Change => ({ action: 'deleteStrategy', payload: { id } });
const update = (id: string): Change => ({ action: 'updateStrategy', payload: { id } });
const UNCERTAIN = [
  { name: 'sale', changes: [rollout] },
  { name: 'banner', changes: [remove('s2')] },
];
const patch: Change = { action: 'patchVariant', payload: { variants: [] } };

test.each<[string, readonly ScheduledChangeRequest[], ...(readonly string[])]>([
  [
    'a feature is archived on Monday, and its rollout raised on Friday',
    [at(MONDAY, 1, 'sale', [archive]), at(FRIDAY, 2, 'sale', [rollout])],
    '1 as-planned',
    '2 suspended 1: feature-archived',
  ],
  [
    'a feature is archived, and then becomes a parent',
    [at(MONDAY, 1, 'sale', [archive]), at(FRIDAY, 2, 'banner', [dependOn('sale')])],
    '1 as-planned',
    '2 fails 1: parent-gone',
  ],
  [
    'the other order of the same: a parent can not be archived',
    [at(FRIDAY, 1, 'sale', [archive]), at(MONDAY, 2, 'banner', [dependOn('sale')])],
    '2 as-planned',
    '1 fails 2: child-becomes-parent',
  ],
  [
    'three in a chain: what a suspended one causes is unknown',
    [
      at(MONDAY, 1, 'sale', [archive]),
      at(WEDNESDAY, 2, 'sale', [remove('s1')]),
      at(FRIDAY, 3, 'sale', [rollout]),
    ],
    '1 as-planned',
    '2 suspended 1: feature-archived',
    '3 suspended 1: feature-archived 2: cause-uncertain',
  ],
  [
    'what only an uncertain cause affects may go as planned, so its own effects count',
    [
      at(MONDAY, 1, 'sale', [archive]),
      at(WEDNESDAY, 2, '', [], { features: UNCERTAIN }),
      at(THURSDAY, 3, 'banner', [update('s2'), remove('s3')]),
      at(FRIDAY, 4, 'banner', [update('s3')]),
    ],
    '1 as-planned',
    '2 suspended 1: feature-archived',
    '3 unknown 2: cause-uncertain',
    '4 suspended 3: strategy-deleted',
  ],
  [
    'equal times: each may come first',
    [at(MONDAY, 1, 'sale', [rollout]), at(MONDAY, 2, 'sale', [rollout])],
    '1 unknown 2: order-unknown',
    '2 unknown 1: order-unknown',
  ],
  [
    'equal times in both directions: a cycle is unknown, and never worse',
    [
      at(MONDAY, 1, 'sale', [archive]),
      at(MONDAY, 2, 'banner', [dependOn('sale')]),
      at(MONDAY, 3, 'checkout', [release('sale')]),
    ],
    '1 unknown 2: order-unknown 3: order-unknown',
    '2 unknown 1: order-unknown',
    '3 as-planned',
  ],
  [
    'variants are of one environment',
    [
      at(MONDAY, 1, 'sale', [patch]),
      at(FRIDAY, 2, 'sale', [patch]),
      at(FRIDAY, 3, 'sale', [patch], { environment: 'staging' }),
    ],
    '1 as-planned',
    '2 suspended 1: variants-updated',
    '3 as-planned',
  ],
  [
    'the changes of one change request do not affect each other',
    [at(MONDAY, 1, 'sale', [rollout, archive])],
    '1 as-planned',
  ],
  [
    'the same id in two projects names two change requests',
    [at(MONDAY, 1, 'sale', [archive]), at(FRIDAY, 1, 'sale', [rollout], { project: 'bank' })],
    '1 as-planned',
    '1 suspended 1: feature-archived',
  ],
])('%s', (_, scheduled, ...lines) => {
  expect(linesOf(...scheduled)).toEqual(lines);
});

describe('forecastOf', () => {
  test.each<[string, Partial<ScheduledChangeRequest>]>([
    ['overdue', { schedule: { status: 'pending', scheduledAt: '2026-11-20T09:00:00Z' } }],
    ['failed', { schedule: { status: 'failed', scheduledAt: MONDAY } }],
    ['suspended', { schedule: { status: 'suspended', scheduledAt: MONDAY } }],
    ['without a readable time', { schedule: { status: 'pending', scheduledAt: 'Monday' } }],
  ])('one that is %s has no effect and no forecast', (_, given) => {
    const broken = at(MONDAY, 1, 'sale', [archive], given);
    expect(forecasts(broken, at(FRIDAY, 2, 'sale', [rollout]))).toEqual([[2, 'as-planned']]);
  });

  test('of the changes with one effect on a target the first counts, and each effect counts', () => {
    const [, forecast] = forecastOf(
      [at(MONDAY, 1, 'sale', [rollout, rollout, remove('s1')]), at(FRIDAY, 2, 'sale', [rollout])],
      { now: NOW },
    );
    const causes = scheduledCauses(forecast?.causes ?? []);
    expect(causes.map(({ path, consequence }) => [path, consequence.rule])).toEqual([
      ['features[0].changes[0]', 'strategy-updated'],
      ['features[0].changes[2]', 'strategy-deleted'],
    ]);
  });

  const add = { action: 'addStrategy', payload: { name: 'default', segments: [7] } };
  test.each([
    [
      'deleteSegment',
      'that a later strategy includes',
      { features: [{ name: 'sale', changes: [add] }] },
      ['fails', '1: segment-deleted'],
    ],
    [
      'updateSegment',
      'that a later change updates',
      { segments: [{ action: 'updateSegment', payload: { id: 7 } }] },
      ['suspended', '1: segment-updated'],
    ],
  ])('%s of a segment %s', (action, _, later, expected) => {
    const segments = [{ action, payload: { id: 7 } }];
    expect(
      forecasts(
        at(MONDAY, 1, '', [], { features: [], segments }),
        at(FRIDAY, 2, '', [], { features: [], ...later }),
      ),
    ).toEqual([
      [1, 'as-planned'],
      [2, ...expected],
    ]);
  });

  test('of more than 100 causes it lists the soonest, and counts all', () => {
    const causes = times(150, (id) => at(minuteOf(150 - id), id, 'sale', [archive]));
    const victim = at(FRIDAY, 999, 'sale', [{ action: 'updateEnabled' }]);
    const forecast = forecastOf([...causes, victim], { now: NOW }).at(-1);
    expect(forecast).toMatchObject({ forecast: 'suspended', causeCount: 150, hiddenCauses: 0 });
    expect(scheduledCauses(forecast?.causes ?? []).map(({ id }) => id)).toEqual(
      times(100, (index) => 149 - index),
    );
  });

  test('of more than 1,000 that change the same the soonest count, and one after these is unknown', () => {
    const same = times(1_002, (id) => at(minuteOf(id), id, 'sale', [archive]));
    const victim = at(FRIDAY, 9_999, 'sale', [archive]);
    const isAsked = ({ id }: ScheduledChangeRequest): boolean => id === 9_999;
    const [forecast] = forecastOf([...same, victim], { now: NOW, isAsked });
    expect(forecast).toMatchObject({ forecast: 'unknown', causeCount: 1 });
    expect(forecast?.causes).toMatchObject([
      { id: 1_000, consequence: { outcome: 'unknown', rule: 'too-many-effects' } },
    ]);
  });
});

test('a long forecast lets other work have its turn, and ends once it is aborted', async () => {
  const schedule = { status: 'pending' as const, scheduledAt: MONDAY };
  const segments = [{ action: 'updateSegment', payload: { id: 7 } }];
  const all = Array.from({ length: 1_000 }, (_, id) => changeRequest({ id, schedule, segments }));
  const gone = new Error('the caller is gone');
  const aborted = new AbortController();
  setTimeout(() => aborted.abort(gone), 0);

  await expect(forecastInTurns(all, { now: NOW }, aborted)).rejects.toBe(gone);
});

test.each<[string, ScheduledChangeRequest['schedule'], string]>([
  ['failed', { status: 'failed', scheduledAt: MONDAY }, 'fails'],
  ['is suspended', { status: 'suspended', scheduledAt: MONDAY }, 'suspended'],
  ['is overdue', { status: 'pending', scheduledAt: '2026-11-20T09:00:00Z' }, 'unknown'],
  ['has no readable time', { status: 'pending', scheduledAt: 'Monday' }, 'unknown'],
  ['has no schedule', undefined, 'unknown'],
])('the forecast of one that %s has no causes', (_, schedule, forecast) => {
  const given = { title: 'Clean up', createdBy: 'maria' };
  const when = schedule === undefined ? {} : { schedule };
  expect(unforeseen(changeRequest({ id: 7, ...given, ...when }))).toEqual({
    project: 'shop',
    id: 7,
    environment: 'production',
    ...given,
    ...when,
    forecast,
    causes: [],
    causeCount: 0,
    hiddenCauses: 0,
  });
});
