import { type Change, targetsOf, targetValue, touchesOf } from '@forewarn/core';
import { doubtsIn, problemsOfChangeRequest } from '@forewarn/record';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { action, value } from '../../core/test/change-request.arbitrary.ts';
import { changeRequest } from '../../core/test/samples.ts';

const holds = <Ts extends [unknown, ...unknown[]]>(property: fc.IProperty<Ts>): void => {
  fc.assert(property, { numRuns: 100 });
};

describe('the rules never throw', () => {
  const odd = fc.anything({ maxDepth: 1, maxKeys: 3 });
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.anything({
      maxDepth: 2,
      maxKeys: 3,
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    }),
    // The fields that the rule reads, with unexpected values.
    fc.record({ id: odd, name: odd, segments: fc.oneof(odd, fc.array(odd, { maxLength: 3 })) }),
    fc.record({ feature: odd, snapshot: fc.oneof(odd, fc.record({ name: odd, segments: odd })) }),
    fc.record({
      snapshot: fc.record({ milestones: fc.oneof(odd, fc.array(fc.record({ strategies: odd }))) }),
    }),
    fc.array(fc.record({ id: odd }), { maxLength: 3 }),
  );

  test('for any payload of any action', () => {
    holds(
      fc.property(
        action,
        anything,
        fc.option(value, { nil: undefined }),
        (of, whatever, feature) => {
          const one: Change = { action: of, payload: whatever };
          for (const touched of touchesOf(one, feature)) {
            expect(typeof targetValue(touched)).toBe('string');
          }
          expect(doubtsIn({ features: [], segments: [one] }).length).toBeLessThanOrEqual(2);
        },
      ),
    );
  });

  test('for any changes of a change request', () => {
    const changes = fc.array(fc.record({ action, payload: anything }), { maxLength: 2 });
    // With unpaired surrogates.
    const anyText = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    });
    const named = fc.array(fc.record({ name: anyText, changes }), {
      maxLength: 2,
    });
    holds(
      fc.property(named, changes, (features, segments) => {
        const touched = targetsOf({ environment: 'e', features, segments });
        expect(new Set(touched.map((each) => JSON.stringify(each))).size).toBe(touched.length);
        expect(() => doubtsIn({ features, segments })).not.toThrow();
        for (const { path } of problemsOfChangeRequest(changeRequest({ features, segments }))) {
          expect(path).toMatch(/^(features|segments)\[/);
        }
      }),
    );
  });
});
