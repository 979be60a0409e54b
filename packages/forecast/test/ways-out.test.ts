import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import { expect, test } from 'vitest';
import { forecastOf } from '../src/forecast-of.ts';
import { scheduledCauses } from '../src/forecast.ts';
import {
  archive,
  at,
  dependOn,
  FRIDAY,
  MONDAY,
  NOW,
  release,
  rollout,
  SUNDAY,
  WEDNESDAY,
} from './forecast-samples.ts';

const strategy = (action: string): Change => ({ action, payload: { id: 's1' } });
const segment = (action: string): Change => ({ action, payload: { id: 1 } });

/** What can be scheduled, at a time. */
const PLANS: Readonly<Record<string, (time: string, id: number) => ScheduledChangeRequest>> = {
  'archive the parent': (time, id) => at(time, id, 'sale', [archive]),
  'archive the child': (time, id) => at(time, id, 'banner', [archive]),
  'add the child': (time, id) => at(time, id, 'banner', [dependOn('sale')]),
  'add another child': (time, id) => at(time, id, 'header', [dependOn('sale')]),
  'make the parent a child': (time, id) => at(time, id, 'sale', [dependOn('checkout')]),
  'replace the parent': (time, id) => at(time, id, 'banner', [dependOn('shop')]),
  'remove the child': (time, id) => at(time, id, 'banner', [release('sale')]),
  'turn the parent': (time, id) => at(time, id, 'sale', [{ action: 'updateEnabled' }]),
  'update a strategy': (time, id) => at(time, id, 'sale', [rollout]),
  'delete a strategy': (time, id) => at(time, id, 'sale', [strategy('deleteStrategy')]),
  'order a strategy': (time, id) =>
    at(time, id, 'sale', [{ action: 'reorderStrategy', payload: [{ id: 's1' }] }]),
  'patch variants': (time, id) => at(time, id, 'sale', [{ action: 'patchVariant' }]),
  'use a segment': (time, id) =>
    at(time, id, 'sale', [{ action: 'addStrategy', payload: { name: 'default', segments: [1] } }]),
  'update a segment': (time, id) =>
    at(time, id, 'sale', [], { features: [], segments: [segment('updateSegment')] }),
  'delete a segment': (time, id) =>
    at(time, id, 'sale', [], { features: [], segments: [segment('deleteSegment')] }),
};

const nextOf = (...all: readonly ScheduledChangeRequest[]) =>
  forecastOf(all, { now: NOW }).map(({ id, forecast, causes }) => ({
    id,
    forecast,
    next: scheduledCauses(causes).map(({ consequence }) => consequence.next),
  }));

const AS_PLANNED = [
  { forecast: 'as-planned', next: [] },
  { forecast: 'as-planned', next: [] },
];

type Plan = (typeof PLANS)[string];

/** The forecasts after what a text says is done; undefined if it names no time. */
function nextAfter(text: string, { victim, cause }: Readonly<Record<'victim' | 'cause', Plan>>) {
  if (text.startsWith('Apply it')) return nextOf(victim(MONDAY, 1), cause(FRIDAY, 2));
  if (text.startsWith('Schedule it after')) return nextOf(cause(WEDNESDAY, 1), victim(SUNDAY, 2));
  return undefined;
}

test.for(Object.entries(PLANS))('what to do works: %s, then any other', ([, plan]) => {
  const wrong = Object.entries(PLANS).flatMap(([name, later]) =>
    nextOf(plan(WEDNESDAY, 1), later(FRIDAY, 2)).flatMap(({ id, next }) => {
      const pair = id === 1 ? { victim: plan, cause: later } : { victim: later, cause: plan };
      return next.flatMap((text) => {
        const after = nextAfter(text, pair) ?? [];
        return after.every(({ forecast }) => forecast === 'as-planned') ? [] : [{ name, text }];
      });
    }),
  );

  expect(wrong).toEqual([]);
});

test.for([
  ['a parent that is archived before', archive],
  ['a parent that becomes a child before', dependOn('checkout')],
] as const)('another parent is a way out of %s', ([, change]) => {
  const cause = at(MONDAY, 1, 'sale', [change]);
  const [, victim] = nextOf(cause, at(FRIDAY, 2, 'banner', [dependOn('sale')]));
  expect(victim).toMatchObject({
    forecast: 'fails',
    next: [expect.stringMatching(/^Choose another parent/)],
  });
  expect(nextOf(cause, at(FRIDAY, 2, 'banner', [dependOn('shop')]))).toMatchObject(AS_PLANNED);
});
