import type { ScheduledChangeRequest } from '@forewarn/core';
import { describe, expect, test } from 'vitest';
import { times } from '../../core/test/samples.ts';
import { breaksOf } from '../src/breaks-of.ts';
import { MAX_CAUSES, MAX_EFFECTIVE } from '../src/forecast.ts';
import { archive, at, FRIDAY, MONDAY, NOW, rollout, WEDNESDAY } from './forecast-samples.ts';

const of = (id: number) => ({ projectId: 'shop', id });

/** What one breaks: the ids of others, with the rule. */
const broken = (id: number, ...scheduled: readonly ScheduledChangeRequest[]) =>
  breaksOf(scheduled, { now: NOW, of: of(id) }).breaks.map(
    (each) => `${each.id}: ${each.consequence.rule}`,
  );

describe('breaksOf', () => {
  test('shows the soonest of many, and counts all', () => {
    const victims = times(MAX_CAUSES + 5, (index) => {
      const time = new Date(Date.parse(FRIDAY) - index * 60_000).toISOString();
      return at(time, index + 10, 'a', [rollout]);
    });
    const found = breaksOf([at(MONDAY, 1, 'a', [archive]), ...victims], { now: NOW, of: of(1) });
    expect(found.breakCount).toBe(MAX_CAUSES + 5);
    const soonest = victims.toReversed().slice(0, MAX_CAUSES);
    expect(found.breaks.map(({ id }) => id)).toEqual(soonest.map(({ id }) => id));
  });

  test('leaves what comes after too many others to these', () => {
    const before = times(MAX_EFFECTIVE + 1, (index) => {
      const time = new Date(Date.parse(MONDAY) + index * 1_000).toISOString();
      return at(time, index + 10, 'b', [rollout]);
    });
    const victim = at(FRIDAY, 2, 'a', [rollout]);
    const last = MAX_EFFECTIVE + 10;
    expect(broken(last, ...before, victim)).toEqual(['2: too-many-effects']);
    expect(broken(1, ...before, at(WEDNESDAY, 1, 'b', [rollout]), victim)).toEqual([]);
  });
});
