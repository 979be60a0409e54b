import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { type Intent, INTENTS, RULE_WORDS } from '@forewarn/impact';
import { targetKey } from '@forewarn/record';
import { expect, test } from 'vitest';
import { forecastOf } from '../src/forecast-of.ts';
import { type Gone, GONE_KINDS, type GoneTarget, isGoneCause } from '../src/forecast.ts';
import { GONE_NEXT_WORDS } from '../src/gone-words.ts';
import {
  archive,
  at,
  dependOn,
  forecastsWithout,
  FRIDAY,
  MONDAY,
  NOW,
  release,
  rollout,
  WEDNESDAY,
} from './forecast-samples.ts';

const definition: GoneTarget = { kind: 'strategyDefinition', name: 'ramp' };
const segment: GoneTarget = { kind: 'segment', id: 7 };
const strategy: GoneTarget = { kind: 'strategy', id: 's1' };
const production: GoneTarget = { kind: 'environment', name: 'production' };
const feature = (name: string): GoneTarget => ({ kind: 'feature', name });

const gone = (target: GoneTarget, ...removals: readonly Intent[]): Gone => ({ target, removals });

const add = (payload: object): Change => ({ action: 'addStrategy', payload });
const usingRamp = add({ name: 'ramp' });
const including = add({ name: 'default', segments: [7] });
const order: Change = { action: 'reorderStrategy', payload: [{ id: 's1', sortOrder: 1 }] };
const enable: Change = { action: 'updateEnabled', payload: { enabled: true } };
const removal: Change = { action: 'deleteStrategy', payload: { id: 's1' } };

const ofSegment = (action: string): ScheduledChangeRequest =>
  at(MONDAY, 1, 'sale', [], { features: [], segments: [{ action, payload: { id: 7 } }] });
const outcomesWithout = (missing: Gone, ...all: readonly ScheduledChangeRequest[]) =>
  forecastsWithout([missing], all).map(([, outcome]) => outcome);

test.each<[string, Gone, Change, string, string?]>([
  ['a deleted definition', gone(definition, 'delete'), usingRamp, 'fails', 'definition-deleted'],
  ['a deleted definition it does not use', gone(definition, 'delete'), enable, 'as-planned'],
  ['an archived flag', gone(feature('sale'), 'archive'), rollout, 'suspended', 'feature-archived'],
  ['an archived flag that it archives', gone(feature('sale'), 'archive'), archive, 'as-planned'],
  ['a deleted flag', gone(feature('sale'), 'delete'), rollout, 'fails', 'feature-deleted'],
  ['a moved flag', gone(feature('sale'), 'move'), rollout, 'fails', 'feature-moved'],
  [
    'a flag that was deleted or moved',
    gone(feature('sale'), 'delete', 'move'),
    rollout,
    'fails',
    'feature-moved',
  ],
  [
    'a flag that was archived or deleted',
    gone(feature('sale'), 'archive', 'delete'),
    rollout,
    'unknown',
    'removal-unknown',
  ],
  [
    'an archived or deleted parent',
    gone(feature('shop'), 'archive', 'delete'),
    dependOn('shop'),
    'fails',
    'parent-gone',
  ],
  [
    'the parent whose dependency it removes',
    gone(feature('shop'), 'archive'),
    release('shop'),
    'unknown',
    'no-rule',
  ],
  ['a deleted segment', gone(segment, 'delete'), including, 'fails', 'segment-deleted'],
  ['a moved segment', gone(segment, 'move'), including, 'fails', 'segment-moved'],
  ['a deleted strategy', gone(strategy, 'delete'), rollout, 'suspended', 'strategy-deleted'],
  [
    'a deleted strategy that it deletes',
    gone(strategy, 'delete'),
    removal,
    'suspended',
    'strategy-deleted',
  ],
  [
    'a deleted strategy it orders',
    gone(strategy, 'delete'),
    order,
    'fails',
    'ordered-strategy-deleted',
  ],
  ['a removed environment', gone(production, 'remove'), enable, 'fails', 'environment-removed'],
  [
    'an environment it leaves',
    gone(production, 'remove'),
    usingRamp,
    'changed',
    'environment-left',
  ],
  ['an environment that does not matter', gone(production, 'remove'), archive, 'as-planned'],
])('without %s', (_, missing, change, outcome, rule) => {
  const [[, forecast, ...causes] = []] = forecastsWithout(
    [missing],
    [at(MONDAY, 1, 'sale', [change])],
  );
  expect(forecast).toBe(outcome);
  const { kind, ...value } = missing.target;
  const [text] = Object.values(value);
  expect(causes).toEqual(rule === undefined ? [] : [`${kind} ${text}: ${rule}`]);
});

test('a change of a segment fails without the segment, and not if it was moved', () => {
  for (const action of ['updateSegment', 'deleteSegment']) {
    expect(outcomesWithout(gone(segment, 'delete'), ofSegment(action))).toEqual(['fails']);
    expect(outcomesWithout(gone(segment, 'move'), ofSegment(action))).toEqual(['as-planned']);
  }
});

test('a definition that was deleted, and that the list of a project lacks, is one cause', () => {
  const event = { id: 1, type: 'strategy-deleted', createdAt: FRIDAY, createdBy: 'ada' } as const;
  const deleted = { ...gone(definition, 'delete'), event };
  const lacked = { ...gone(definition, 'delete'), projectId: 'shop', asOf: FRIDAY };
  for (const both of [
    [deleted, lacked],
    [lacked, deleted],
  ]) {
    const scheduled = [at(MONDAY, 1, 'sale', [usingRamp])];
    const [forecast] = forecastOf(scheduled, { now: NOW, gone: both });
    expect(forecast).toMatchObject({ causes: [{ gone: definition, event }], causeCount: 1 });
  }
});

test('what is gone in one project is there in another', () => {
  const missing: Gone = { ...gone(feature('sale'), 'delete'), projectId: 'bank' };
  const inBank = at(FRIDAY, 2, 'sale', [enable], { project: 'bank' });
  const inShop = at(MONDAY, 1, 'sale', [enable]);
  expect(outcomesWithout(missing, inShop, inBank)).toEqual(['as-planned', 'fails']);
});

test('what one will cause is not known if something that it needs is gone', () => {
  const all = [
    at(MONDAY, 1, 'sale', [archive, usingRamp]),
    at(WEDNESDAY, 2, 'sale', [rollout]),
    at(FRIDAY, 3, 'banner', [usingRamp]),
  ];
  expect(forecastsWithout([gone(definition, 'delete')], all)).toEqual([
    [1, 'fails', 'strategyDefinition ramp: definition-deleted'],
    [2, 'unknown', '1: cause-uncertain'],
    [3, 'fails', 'strategyDefinition ramp: definition-deleted'],
  ]);
});

test('what is gone comes first among the causes, with the event or the time, and is never hidden', () => {
  const event = {
    id: 12,
    type: 'strategy-deleted' as const,
    createdAt: '2026-11-20T08:00:00.000Z',
    createdBy: 'ada',
  };
  const asOf = '2026-11-21T08:00:00.000Z';
  const all = [
    at(MONDAY, 1, 'sale', [archive], { project: 'bank' }),
    at(WEDNESDAY, 2, 'sale', [usingRamp]),
  ];
  const forecast = forecastOf(all, {
    now: NOW,
    gone: [
      { ...gone(definition, 'delete'), event },
      { ...gone(production, 'remove'), projectId: 'shop', asOf },
    ],
    isReadable: (project) => project === 'shop',
  }).at(-1);
  expect(forecast).toMatchObject({ id: 2, forecast: 'fails', causeCount: 3, hiddenCauses: 1 });
  expect(forecast?.causes).toMatchObject([
    { gone: definition, event, touch: { path: 'features[0].changes[0]', action: 'addStrategy' } },
    { gone: production, asOf, consequence: { rule: 'environment-left' } },
  ]);
});

test('each removal of each kind that can be gone says what to do now, not what to have done before', () => {
  const changes = [archive, rollout, dependOn('shop'), release('shop'), order, enable, including];
  const targets = [definition, segment, strategy, production, feature('sale'), feature('shop')];
  expect(new Set(targets.map(({ kind }) => kind))).toEqual(new Set(GONE_KINDS));
  const removals = new Set<Intent>(['archive', 'delete', 'move', 'remove']);
  const causes = targets.flatMap((target) =>
    INTENTS[target.kind]
      .filter((intent) => removals.has(intent))
      .flatMap((intent) => {
        const all = [...changes, usingRamp, removal].map((change, id) =>
          at(MONDAY, id, 'sale', [change]),
        );
        const scope = { now: NOW, gone: [gone(target, intent)] };
        return forecastOf(all, scope).flatMap((each) => each.causes.filter(isGoneCause));
      }),
  );
  const texts = causes.map(({ consequence }) => consequence.next);
  expect(new Set(texts).size).toBeGreaterThan(5);
  const known: readonly string[] = [...Object.values(GONE_NEXT_WORDS), RULE_WORDS['no-rule'].next];
  expect(texts.filter((text) => !known.includes(text))).toEqual([]);
});

test('what is gone comes before what is scheduled', () => {
  const scheduled = [at(MONDAY, 1, 'sale', [archive]), at(FRIDAY, 2, 'sale', [usingRamp])];
  expect(forecastsWithout([gone(definition, 'delete')], scheduled)[1]).toEqual([
    2,
    'fails',
    `${targetKey(definition)}: definition-deleted`,
    '1: feature-archived',
  ]);
});
