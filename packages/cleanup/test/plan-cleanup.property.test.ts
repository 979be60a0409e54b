import type { ScheduledChangeRequest } from '@forewarn/core';
import { forecastOf } from '@forewarn/forecast';
import { targetKey } from '@forewarn/record';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeRequest } from '../../impact/test/samples.ts';
import { scheduled } from '../../impact/test/schedule.arbitrary.ts';
import type { CandidateFacts, PlannedRemoval, PresentUse } from '../src/cleanup.ts';
import { planCleanup } from '../src/plan-cleanup.ts';
import { CLOCK, DAY_MS, definition, factsOf, feature, featuresIn, NOW } from './candidates.ts';

const RUNS = { numRuns: 150 };

const isRemovable = ({ verdict }: PlannedRemoval): boolean =>
  verdict === 'now' || verdict === 'after';

const NAMES = ['1', '2', '3', 'unused'];

/** Candidates with any present use, few names, and any schedule. */
const candidates = fc
  .tuple(
    scheduled,
    fc.array(
      fc.record<PresentUse>({
        children: fc.option(fc.uniqueArray(fc.constantFrom(...NAMES, 'other'), { maxLength: 2 }), {
          nil: undefined,
        }),
        parents: fc.constantFrom(undefined, [], ['1'], ['other']),
        lastSeenAt: fc.constantFrom(null, undefined, NOW, NOW - 7 * DAY_MS),
        isUsed: fc.constantFrom(true, false, undefined),
        mayBePlanned: fc.constantFrom(true, false, undefined),
      }),
      { minLength: NAMES.length + 1, maxLength: NAMES.length + 1 },
    ),
  )
  .map(([all, uses]) => ({
    all,
    facts: () =>
      Promise.all([
        ...NAMES.map((name, index) => factsOf(feature(name), all, { use: uses[index] ?? {} })),
        factsOf(definition('1'), all, { use: uses.at(-1) ?? {} }),
      ]),
  }));

const each = (check: (plan: readonly PlannedRemoval[], facts: readonly CandidateFacts[]) => void) =>
  fc.assert(
    fc.asyncProperty(candidates, async ({ facts }) => {
      const known = await facts();
      check(planCleanup(known, CLOCK), known);
    }),
    RUNS,
  );

test('each candidate has one verdict, and a reason exactly if it can not be removed', () =>
  each((plan, facts) => {
    expect(plan.map(({ target }) => targetKey(target)).toSorted()).toEqual(
      facts.map(({ target }) => targetKey(target)).toSorted(),
    );
    for (const removal of plan) {
      expect(removal.reasons.length === 0).toBe(isRemovable(removal));
      expect(removal.wave !== undefined).toBe(isRemovable(removal));
      expect(removal.after !== undefined).toBe(removal.verdict === 'after');
    }
  }));

test('the order of the candidates changes nothing', () =>
  each((plan, facts) => {
    expect(planCleanup(facts.toReversed(), CLOCK)).toEqual(plan);
  }));

test('children go before their parents, and no later', () =>
  each((plan, facts) => {
    const removals = new Map(plan.map((removal) => [targetKey(removal.target), removal]));
    for (const { target, present } of facts) {
      const parent = removals.get(targetKey(target));
      if (target.kind !== 'feature' || parent === undefined || !isRemovable(parent)) continue;
      for (const name of present.children ?? []) {
        const child = removals.get(targetKey(feature(name)));
        expect(child?.wave).toBeLessThan(parent.wave ?? 0);
        expect((child?.after ?? '') <= (parent.after ?? '')).toBe(true);
      }
    }
  }));

test('nothing is removed while something is unread, seen, used or still scheduled', () =>
  each((plan, facts) => {
    const removals = new Map(plan.map((removal) => [targetKey(removal.target), removal]));
    for (const { target, impact, present } of facts) {
      const removal = removals.get(targetKey(target));
      if (removal === undefined || !isRemovable(removal)) continue;
      const { after = new Date(NOW).toISOString() } = removal;
      expect(impact.isComplete).toBe(true);
      for (const { schedule } of impact.changeRequests) {
        expect(schedule?.status).toBe('pending');
        expect(Date.parse(schedule?.scheduledAt ?? '')).toBeLessThanOrEqual(Date.parse(after));
      }
      const isUnused =
        target.kind === 'feature'
          ? present.lastSeenAt === null || present.lastSeenAt === NOW - 7 * DAY_MS
          : present.isUsed === false && present.mayBePlanned === false;
      expect(isUnused).toBe(true);
    }
  }));

/** The change requests that remove what a plan allows, at its times. */
const removalsIn = (plan: readonly PlannedRemoval[]): readonly ScheduledChangeRequest[] =>
  plan.flatMap(({ target, verdict, after }, index) => {
    if (target.kind !== 'feature' || (verdict !== 'now' && verdict !== 'after')) return [];
    const time = after === undefined ? NOW : Date.parse(after) + 1;
    const removal = { name: target.name, changes: [{ action: 'archiveFeature' }] };
    const schedule = { status: 'pending', scheduledAt: new Date(time).toISOString() } as const;
    return [changeRequest({ id: 1_000 + index, features: [removal], schedule })];
  });

test('removing all that a plan allows changes no forecast, and each removal goes as planned', () =>
  fc.assert(
    fc.asyncProperty(scheduled, async (all) => {
      const facts = await Promise.all(featuresIn(all).map((name) => factsOf(feature(name), all)));
      const removals = removalsIn(planCleanup(facts, CLOCK));
      const forecasts = forecastOf([...all, ...removals], { now: NOW });
      const outcomes = new Map(forecasts.map(({ id, forecast }) => [id, forecast]));

      for (const { id, forecast } of forecastOf(all, { now: NOW })) {
        expect(outcomes.get(id)).toBe(forecast);
      }
      for (const { id } of removals) expect(outcomes.get(id)).toBe('as-planned');
    }),
    { numRuns: 300 },
  ));
