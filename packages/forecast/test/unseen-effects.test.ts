import type { Change } from '@forewarn/core';
import { expect, test } from 'vitest';
import { OF_PLAN } from '../../impact/test/samples.ts';
import { at, dependOn, linesOf, FRIDAY, MONDAY, rollout } from './forecast-samples.ts';

/** The actions that the open edition does not have. */
const ENTERPRISE = [
  ...OF_PLAN,
  'updateMilestoneStrategy',
  'changeFeatureEnvSafeguard',
  'deleteFeatureEnvSafeguard',
];

const UNSEEN = '2 unknown 1: effects-unseen';

test('a doubt makes the same feature unknown, and no other', () => {
  const start = { action: 'startMilestone', payload: { id: 'm1' } };
  const all = [
    at(MONDAY, 1, 'sale', [start]),
    at(FRIDAY, 2, 'sale', [rollout]),
    at(FRIDAY, 3, 'banner', [{ action: 'updateEnabled' }, dependOn('sale')]),
  ];
  expect(linesOf(...all)).toEqual(['1 as-planned', UNSEEN, '3 as-planned']);
});

test.each<[string, Change]>([
  ['does not say which strategy it deletes', { action: 'deleteStrategy', payload: {} }],
  ['has an unknown action', { action: 'inventedTomorrow' }],
  ...ENTERPRISE.map((action): [string, Change] => [`has the action ${action}`, { action }]),
])('a change that %s may do anything to its feature', (_, change) => {
  const all = [at(MONDAY, 1, 'sale', [change]), at(FRIDAY, 2, 'sale', [rollout])];
  expect(linesOf(...all)).toEqual(['1 as-planned', UNSEEN]);
});
