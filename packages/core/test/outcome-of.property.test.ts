import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AskedTarget,
  covers,
  type Coverage,
  doubtsIn,
  isName,
  type Knowledge,
  matchesAny,
  type Outcome,
  outcomeOf,
  type Target,
  targetsOf,
  targetValue,
  touchesIn,
} from '../src/index.ts';
import { change, changeRequest, type Changes, target, value } from './change-request.arbitrary.ts';
import { completed, type Filler } from './completion.ts';

const NUM_RUNS = 400;

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
  changeRequests: readonly Changes[],
  one: AskedTarget,
  known: Knowledge = KNOWN,
): Outcome =>
  outcomeOf({
    ...known,
    isTouched: changeRequests
      .flatMap(touchesIn)
      .some((touch) => matchesAny([touch.target], [one.target])),
    isDoubtful: changeRequests.flatMap(doubtsIn).some((doubt) => covers(doubt, one)),
  });

const touches = (changeRequests: readonly Changes[], { target: one }: AskedTarget): boolean =>
  changeRequests.some((each) => matchesAny(targetsOf(each), [one]));

const patching = (name: string) => ({ name, changes: [{ action: 'patchVariant' }] });

/** Names what is asked about wherever a change request leaves room for it. */
function worstFor({ target: one, feature }: AskedTarget): Filler {
  const text = targetValue(one);
  return {
    strategyId: (of) =>
      of === undefined || feature === undefined || of === feature ? text : `not ${text}`,
    definition: () => text,
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
    strategyId: (of) => either(worst.strategyId(of), 'another'),
    definition: () => either(worst.definition(), 'another'),
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
          ...changeRequests.flatMap(targetsOf).map((each) => ({ target: each })),
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
          expect(
            touches(
              changeRequests.map((each) => completed(each, filler)),
              one,
            ),
          ).toBe(false);
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
        expect(
          touches(
            changeRequests.map((each) => completed(each, worstFor(one))),
            one,
          ),
        ).toBe(true);
      }),
      { numRuns: NUM_RUNS },
    );
    expect(seen).toBeGreaterThan(NUM_RUNS / 20);
  });

  test('a change that is added never turns some into something else, nor unknown into none', () => {
    const added = fc.record({ change, to: fc.nat({ max: 9 }), at: fc.nat({ max: 9 }) });
    fc.assert(
      fc.property(
        changeRequest,
        added,
        asked,
        facts,
        (before, { change: one, to, at }, question, known) => {
          const place = to % (before.features.length + 1);
          // The first changes that are listed under a feature settle the doubt about them.
          fc.pre(before.features[place]?.changes.length !== 0);
          const after: Changes = {
            features: before.features.map((feature, f) =>
              f === place
                ? { ...feature, changes: feature.changes.toSpliced(at, 0, one) }
                : feature,
            ),
            segments:
              place === before.features.length
                ? before.segments.toSpliced(at, 0, one)
                : before.segments,
          };
          const was = impactIn([before], question, known).outcome;
          const is = impactIn([after], question, known).outcome;
          const allowed = {
            some: ['some'],
            unknown: ['some', 'unknown'],
            none: ['some', 'unknown', 'none'],
          };
          expect(allowed[was]).toContain(is);
        },
      ),
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

test('a doubt is about strategies and variants of its own feature', () => {
  const changeRequests: readonly Changes[] = [
    { features: [{ name: 'checkout', changes: [] }], segments: [] },
  ];
  const outcome = (one: Target, feature?: string) =>
    impactIn(changeRequests, feature === undefined ? { target: one } : { target: one, feature })
      .outcome;

  expect(outcome({ kind: 'strategy', id: 's-1' })).toBe('unknown');
  expect(outcome({ kind: 'strategy', id: 's-1' }, 'checkout')).toBe('unknown');
  expect(outcome({ kind: 'strategy', id: 's-1' }, 'search')).toBe('none');
  expect(outcome({ kind: 'featureVariants', feature: 'checkout' })).toBe('unknown');
  expect(outcome({ kind: 'featureVariants', feature: 'search' })).toBe('none');
  expect(outcome({ kind: 'segment', id: 7 })).toBe('unknown');
  expect(outcome({ kind: 'strategyDefinition', name: 'default' })).toBe('unknown');
  expect(outcome({ kind: 'feature', name: 'search' })).toBe('none');
});
