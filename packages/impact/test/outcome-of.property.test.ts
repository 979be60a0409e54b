import {
  type Coverage,
  isName,
  matchesAny,
  targetsOf,
  targetValue,
  touchesIn,
  type Touching,
} from '@forewarn/core';
import { doubtsIn, listingEntryOf } from '@forewarn/record';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../src/impact.ts';
import type { AskedTarget } from '../src/impact-question.ts';
import { covers, type Knowledge, outcomeOf, ownerOf } from '../src/outcome-of.ts';
import {
  changeRequest,
  target,
  value,
  withAnother,
} from '../../core/test/change-request.arbitrary.ts';
import { completed, type Filler } from './completion.ts';

const NUM_RUNS = 200;

const world = fc.array(changeRequest, { minLength: 1, maxLength: 3 });
const asked: fc.Arbitrary<AskedTarget> = fc
  .tuple(
    target.filter((one) => isName(targetValue(one))),
    fc.option(value, { nil: undefined }),
  )
  .map(([one, feature]) =>
    one.kind === 'strategy' && feature !== undefined ? { target: one, feature } : { target: one },
  );
const coverage = fc.array(
  fc.constantFrom<Coverage>(
    { kind: 'live' },
    { kind: 'none' },
    { kind: 'as-of', asOf: '2026-11-20T12:00:00Z', source: 'import' },
  ),
  { maxLength: 2 },
);
const facts = fc.record(
  { coverage, hasUnreadableProjects: fc.boolean(), notBefore: fc.constant('2026-11-21T12:00:00Z') },
  { requiredKeys: ['coverage', 'hasUnreadableProjects'] },
);

const KNOWN = { coverage: [{ kind: 'live' }], hasUnreadableProjects: false } as const;

const impactIn = (
  changeRequests: readonly Touching[],
  one: AskedTarget,
  known: Knowledge = KNOWN,
): Outcome =>
  outcomeOf({
    ...known,
    isTouched: changeRequests
      .flatMap((each) => touchesIn(each))
      .some((touch) => matchesAny([touch.target], [one.target])),
    isDoubtful: changeRequests
      .flatMap((each) => doubtsIn(each))
      .some((doubt) => covers(doubt, one)),
  });

const touches = (changeRequests: readonly Touching[], { target: one }: AskedTarget): boolean =>
  changeRequests.some((each) => matchesAny(targetsOf(each), [one]));

const patching = (name: string) => ({ name, changes: [{ action: 'patchVariant' }] });

/** Names what is asked about wherever a change request leaves room for it. */
function worstFor({ target: one, feature }: AskedTarget): Filler {
  const text = targetValue(one);
  const owner = ownerOf({ target: one, ...(feature === undefined ? {} : { feature }) });
  return {
    feature: () => owner ?? text,
    strategyId: (of) =>
      of === undefined || feature === undefined || of === feature ? text : `not ${text}`,
    definition: () => text,
    contextField: () => text,
    segment: () => (one.kind === 'segment' ? one.id : 0),
    variantsOf: () => (one.kind === 'featureVariants' ? [patching(one.feature)] : []),
    some: (changes) => changes,
  };
}

/** Names anything or what is asked about, as generated. */
function generatedFor(one: AskedTarget, generate: fc.GeneratorValue): Filler {
  const worst = worstFor(one);
  const either = <T>(a: T, b: T): T => (generate(fc.boolean) ? a : b);
  return {
    feature: () => either(worst.feature(), 'another'),
    strategyId: (of) => either(worst.strategyId(of), 'another'),
    definition: () => either(worst.definition(), 'another'),
    contextField: () => either(worst.contextField(), 'another'),
    segment: () => either(worst.segment(), -7),
    variantsOf: () => either(worst.variantsOf(), []),
    some: (changes) => generate(fc.subarray<(typeof changes)[number]>, [...changes]),
  };
}

describe('outcomeOf: the laws', () => {
  test('a target is some exactly if the search finds something for it', () => {
    fc.assert(
      fc.property(world, asked, facts, (changeRequests, one, known) => {
        const questions = [
          one,
          ...changeRequests.flatMap((each) => targetsOf(each)).map((each) => ({ target: each })),
        ];
        for (const question of questions) {
          expect(impactIn(changeRequests, question, known).outcome === 'some').toBe(
            touches(changeRequests, question),
          );
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test('a target that is none is touched under no completion of what is in doubt', () => {
    let seen = 0;
    fc.assert(
      fc.property(world, asked, fc.gen(), (changeRequests, one, generate) => {
        if (impactIn(changeRequests, one).outcome !== 'none') return;
        seen += 1;
        for (const filler of [worstFor(one), generatedFor(one, generate)]) {
          const whole = changeRequests.map((each) => completed(each, filler));
          expect(touches(whole, one)).toBe(false);
        }
      }),
      { numRuns: NUM_RUNS },
    );
    expect(seen).toBeGreaterThan(NUM_RUNS / 20);
  });

  test('a target that is unknown by a doubt is touched under some completion', () => {
    let seen = 0;
    fc.assert(
      fc.property(world, asked, (changeRequests, one) => {
        if (impactIn(changeRequests, one).outcome !== 'unknown') return;
        seen += 1;
        const whole = changeRequests.map((each) => completed(each, worstFor(one)));
        expect(touches(whole, one)).toBe(true);
      }),
      { numRuns: NUM_RUNS },
    );
    expect(seen).toBeGreaterThan(NUM_RUNS / 20);
  });

  test('a change that is added never turns some into something else, nor unknown into none', () => {
    const allowed = {
      some: ['some'],
      unknown: ['some', 'unknown'],
      none: ['some', 'unknown', 'none'],
    };
    fc.assert(
      fc.property(withAnother, asked, facts, ({ before, after, place }, question, known) => {
        // The first changes that are listed under a feature settle the doubt about them.
        fc.pre(before.features[place]?.changes.length !== 0);
        fc.pre(before.features.length + before.segments.length > 0);
        const was = impactIn([before], question, known).outcome;
        expect(allowed[was]).toContain(impactIn([after], question, known).outcome);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test('a change request that is added never makes an outcome more certain', () => {
    fc.assert(
      fc.property(world, changeRequest, asked, facts, (before, one, question, known) => {
        const was = impactIn(before, question, known);
        const is = impactIn([...before, one], question, known);
        expect(was.outcome === 'some' ? is.outcome : 'some').toBe('some');
        expect(was.outcome === 'unknown' && is.outcome === 'none').toBe(false);
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

test('without a schedule, a change request has trouble exactly if it leaves something in doubt', () => {
  fc.assert(
    fc.property(changeRequest, (each) => {
      const recorded = { ...each, id: 1, project: 'shop', state: 'Scheduled' } as const;
      expect(listingEntryOf(recorded).hasTrouble).toBe(doubtsIn(each).length > 0);
    }),
    { numRuns: 200 },
  );
});
