import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../src/change.ts';
import { isName } from '../src/name.ts';
import { matchesAny } from '../src/matches-any.ts';
import { type Target, type TargetKind, targetValue } from '../src/target.ts';
import { targetsOf, touchesOf } from '../src/touches-of.ts';
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

const expectHolds = <Ts extends [unknown, ...unknown[]]>(property: fc.IProperty<Ts>): void => {
  expect(fc.check(property, { numRuns: 200 })).toMatchObject({
    failed: false,
    counterexample: null,
  });
};

describe('matchesAny: the laws', () => {
  test('an empty search matches nothing', () => {
    expectHolds(fc.property(targets, (touched) => !matchesAny(touched, [])));
  });

  test('no search matches a change request that touches nothing', () => {
    expectHolds(fc.property(targets, (anyOf) => !matchesAny([], anyOf)));
  });

  test('a union of searches matches what either search matches', () => {
    const either = (
      touched: readonly Target[],
      these: readonly Target[],
      those: readonly Target[],
    ) =>
      matchesAny(touched, [...these, ...those]) ===
      (matchesAny(touched, these) || matchesAny(touched, those));
    expectHolds(fc.property(targets, targets, targets, either));
  });

  test('touched and asked targets are interchangeable', () => {
    expectHolds(
      fc.property(
        targets,
        targets,
        (these, those) => matchesAny(these, those) === matchesAny(those, these),
      ),
    );
  });

  test('a search matches a union of touched targets if it matches either part', () => {
    const either = (anyOf: readonly Target[], these: readonly Target[], those: readonly Target[]) =>
      matchesAny([...these, ...those], anyOf) ===
      (matchesAny(these, anyOf) || matchesAny(those, anyOf));
    expectHolds(fc.property(targets, targets, targets, either));
  });

  test('adding a change never removes a match', () => {
    expectHolds(
      fc.property(withAnother, targets, ({ before, after }, anyOf) => {
        const asked = [...anyOf, ...targetsOf(before)];
        for (const each of asked.filter((alone) => matchesAny(targetsOf(before), [alone]))) {
          expect(matchesAny(targetsOf(after), [each])).toBe(true);
        }
      }),
    );
  });

  test('a change request matches exactly the targets that its changes touch', () => {
    expectHolds(
      fc.property(changeRequest, target, (each, asked) => {
        const one = [
          ...each.features.flatMap(({ name, changes: listed, defaultChange }) => [
            { kind: 'feature', name } as const,
            ...[...listed, ...(defaultChange === undefined ? [] : [defaultChange])].flatMap(
              (inner) => touchesOf(inner, name),
            ),
          ]),
          ...each.segments.flatMap((inner) => touchesOf(inner)),
        ];
        if (one.length + each.segments.length > 0) {
          one.push({ kind: 'environment', name: each.environment });
        }
        one.push(...targetsOf({ ...each, features: [], segments: [] }));
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
  const constrained = value.filter((text) => isName(text));
  // For each kind, changes that touch the target, with arbitrary other content.
  const MADE: Readonly<
    Record<
      Exclude<TargetKind, 'environment' | 'user'>,
      fc.Arbitrary<readonly [Target, Change, feature: string]>
    >
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
        action: fc.constantFrom('addStrategy', 'updateStrategy'),
      })
      .map((made) => [
        { kind: 'strategyDefinition', name: made.name },
        { action: made.action, payload: { ...made.more, name: made.name } },
        'f',
      ]),
    contextField: fc
      .record({
        name: constrained,
        more: strategy,
        action: fc.constantFrom('addStrategy', 'updateStrategy', 'updateSegment'),
      })
      .map((made) => [
        { kind: 'contextField', name: made.name },
        {
          action: made.action,
          payload: { ...made.more, constraints: [{ contextName: made.name }] },
        },
        'f',
      ]),
  };

  test.each(Object.entries(MADE))('%s', (_kind, made) => {
    expectHolds(
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
  { kind: 'environment', name: String(id) },
  { kind: 'contextField', name: String(id) },
  { kind: 'user', name: String(id) },
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
    expectHolds(
      fc.property(shuffled, shuffled, ([touched, alsoTouched], [anyOf, alsoAnyOf]) => {
        expect(matchesAny(alsoTouched, alsoAnyOf)).toBe(matchesAny(touched, anyOf));
      }),
    );
  });

  test('a target matches itself, but no other kind with the same value', () => {
    expect(new Set(oneOfEachKind(1).map(({ kind }) => kind))).toEqual(new Set(Object.keys(TARGET)));
    expectHolds(
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
    expectHolds(
      fc.property(target, target, (one, other) => {
        expect(matchesAny([one], [other])).toBe(
          one.kind === other.kind && targetValue(one) === targetValue(other),
        );
      }),
    );
  });
});
