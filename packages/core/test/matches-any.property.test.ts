import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Change,
  matchesAny,
  type Target,
  type TargetKind,
  targetsOf,
  targetValue,
  touchesOf,
} from '../src/index.ts';
import {
  action,
  changeRequest,
  number,
  strategy,
  TARGET,
  target,
  value,
  withAnother,
} from './change-request.arbitrary.ts';

const targets = fc.array(target, { maxLength: 6 });

const holds = <Ts extends [unknown, ...unknown[]]>(property: fc.IProperty<Ts>): void => {
  fc.assert(property, { numRuns: 200 });
};

describe('matchesAny: the laws', () => {
  test('an empty search matches nothing', () => {
    holds(
      fc.property(targets, (touched) => {
        expect(matchesAny(touched, [])).toBe(false);
      }),
    );
  });

  test('no search matches a change request that touches nothing', () => {
    holds(
      fc.property(targets, (anyOf) => {
        expect(matchesAny([], anyOf)).toBe(false);
      }),
    );
  });

  test('a union of searches matches what either search matches', () => {
    holds(
      fc.property(targets, targets, targets, (touched, these, those) => {
        expect(matchesAny(touched, [...these, ...those])).toBe(
          matchesAny(touched, these) || matchesAny(touched, those),
        );
      }),
    );
  });

  test('a search matches a union of touched targets if it matches either part', () => {
    holds(
      fc.property(targets, targets, targets, (these, those, anyOf) => {
        expect(matchesAny([...these, ...those], anyOf)).toBe(
          matchesAny(these, anyOf) || matchesAny(those, anyOf),
        );
      }),
    );
  });

  test('touched and asked targets are interchangeable', () => {
    holds(
      fc.property(targets, targets, (these, those) => {
        expect(matchesAny(these, those)).toBe(matchesAny(those, these));
      }),
    );
  });

  test('adding a change never removes a match', () => {
    holds(
      fc.property(withAnother, targets, ({ before, after }, anyOf) => {
        const asked = [...anyOf, ...targetsOf(before)];
        for (const each of asked.filter((alone) => matchesAny(targetsOf(before), [alone]))) {
          expect(matchesAny(targetsOf(after), [each])).toBe(true);
        }
      }),
    );
  });

  test('a change request matches exactly the targets that its changes touch', () => {
    holds(
      fc.property(changeRequest, target, (each, asked) => {
        const one = [
          ...each.features.flatMap(({ name, changes: listed }) => [
            { kind: 'feature', name } as const,
            ...listed.flatMap((inner) => touchesOf(inner, name)),
          ]),
          ...each.segments.flatMap((inner) => touchesOf(inner)),
        ];
        expect(one.filter((touched) => !matchesAny(targetsOf(each), [touched]))).toEqual([]);
        expect(matchesAny(targetsOf(each), [asked])).toBe(
          one.some((touched) => JSON.stringify(touched) === JSON.stringify(asked)),
        );
      }),
    );
  });
});

describe('matchesAny: a target built from a change matches the change', () => {
  const name = value.filter((text) => text !== '');
  // For each kind, changes that touch the target, with arbitrary other content.
  const MADE: Readonly<
    Record<TargetKind, fc.Arbitrary<readonly [Target, Change, feature: string]>>
  > = {
    feature: fc
      .record({ name: value, action, payload: fc.jsonValue() })
      .filter((made) => !['updateSegment', 'deleteSegment'].includes(made.action))
      .map((made) => [{ kind: 'feature', name: made.name }, made, made.name]),
    strategy: fc
      .record({ id: name, more: strategy })
      .chain(({ id, more }) =>
        fc.constantFrom(
          ...['updateStrategy', 'updateMilestoneStrategy', 'deleteStrategy'].map((of) => ({
            id,
            change: { action: of, payload: { ...more, id } },
          })),
          { id, change: { action: 'reorderStrategy', payload: [more, { id }, more] } },
        ),
      )
      .map((made) => [{ kind: 'strategy', id: made.id }, made.change, 'f']),
    featureVariants: fc
      .record({ feature: value, payload: fc.jsonValue() })
      .map(({ feature, payload: whatever }) => [
        { kind: 'featureVariants', feature },
        { action: 'patchVariant', payload: whatever },
        feature,
      ]),
    segment: fc
      .record({ id: number, more: strategy })
      .chain(({ id, more }) =>
        fc.constantFrom(
          ...['updateSegment', 'deleteSegment'].map((of) => ({
            id,
            change: { action: of, payload: { ...more, id } },
          })),
          ...['addStrategy', 'updateStrategy', 'updateMilestoneStrategy'].map((of) => ({
            id,
            change: { action: of, payload: { ...more, segments: [9, id, 9] } },
          })),
        ),
      )
      .map((made) => [{ kind: 'segment', id: made.id }, made.change, 'f']),
    strategyDefinition: fc
      .record({
        name,
        more: strategy,
        action: fc.constantFrom('addStrategy', 'updateStrategy', 'deleteStrategy'),
      })
      .map((made) => [
        { kind: 'strategyDefinition', name: made.name },
        { action: made.action, payload: { ...made.more, name: made.name } },
        'f',
      ]),
  };

  test.each(Object.entries(MADE))('%s', (_kind, made) => {
    holds(
      fc.property(made, ([asked, one, feature]) => {
        expect(matchesAny(touchesOf(one, feature), [asked])).toBe(true);
      }),
    );
  });
});

// All with the same value, where the kind allows it.
const oneOfEachKind = (id: number): readonly Target[] => [
  { kind: 'feature', name: String(id) },
  { kind: 'strategy', id: String(id) },
  { kind: 'featureVariants', feature: String(id) },
  { kind: 'segment', id: id },
  { kind: 'strategyDefinition', name: String(id) },
];

describe('matchesAny: a set of targets', () => {
  test('ignores order and duplicates on both sides', () => {
    const shuffled = targets.chain((some) =>
      fc.tuple(
        fc.constant(some),
        fc
          .shuffledSubarray([...some, ...some], { minLength: some.length * 2 })
          .map((twice) => twice.map((each) => ({ ...each }))),
      ),
    );
    holds(
      fc.property(shuffled, shuffled, ([touched, alsoTouched], [anyOf, alsoAnyOf]) => {
        expect(matchesAny(alsoTouched, alsoAnyOf)).toBe(matchesAny(touched, anyOf));
      }),
    );
  });

  test('a target matches itself, but no other kind with the same value', () => {
    expect(new Set(oneOfEachKind(1).map(({ kind }) => kind))).toEqual(new Set(Object.keys(TARGET)));
    holds(
      fc.property(number, (id) => {
        for (const one of oneOfEachKind(id)) {
          for (const other of oneOfEachKind(id)) {
            expect(matchesAny([one], [other])).toBe(one.kind === other.kind);
          }
        }
      }),
    );
  });

  test('two targets match if kind and value are the same in every code unit', () => {
    holds(
      fc.property(target, target, (one, other) => {
        expect(matchesAny([one], [other])).toBe(
          one.kind === other.kind && targetValue(one) === targetValue(other),
        );
      }),
    );
  });
});
