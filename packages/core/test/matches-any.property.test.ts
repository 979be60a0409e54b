import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../src/change.ts';
import { isName } from '../src/name.ts';
import { matchesAny } from '../src/matches-any.ts';
import type { Target, TargetKind } from '../src/target.ts';
import { targetsOf, touchesOf } from '../src/touches-of.ts';
import {
  action,
  changeRequest,
  number,
  strategy,
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
  test('a search matches exactly if it names a touched target, in every code unit', () => {
    expectHolds(
      fc.property(targets, targets, (touched, anyOf) => {
        const texts = new Set(touched.map((one) => JSON.stringify(one)));
        return matchesAny(touched, anyOf) === anyOf.some((one) => texts.has(JSON.stringify(one)));
      }),
    );
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
