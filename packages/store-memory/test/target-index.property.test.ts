import { type Target, targetValue } from '@forewarn/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Indexed, TargetIndex } from '../src/target-index.ts';

// Few values, so that items collide often; digits, so that a segment's id looks like a name.
const text = fc.constantFrom('1', '2', '__proto__');
const target: fc.Arbitrary<Target> = fc.oneof(
  fc.record({ kind: fc.constant('feature' as const), name: text }),
  fc.record({ kind: fc.constant('strategy' as const), id: text }),
  fc.record({ kind: fc.constant('featureVariants' as const), feature: text }),
  fc.record({ kind: fc.constant('segment' as const), id: fc.constantFrom(1, 2) }),
  fc.record({ kind: fc.constant('strategyDefinition' as const), name: text }),
);
const keyOf = (each: Target): string => `${each.kind} ${targetValue(each)}`;

/** Each step adds an absent item or removes a present one, and then searches. */
const step = fc.record({
  id: fc.integer({ min: 1, max: 8 }),
  targets: fc.uniqueArray(target, { maxLength: 5, selector: keyOf }),
  anyOf: fc.array(target, { maxLength: 4 }),
});

interface Item extends Indexed {
  readonly targets: readonly Target[];
}

describe('an index of targets', () => {
  test('behaves like a map of sets, in order of id', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = new TargetIndex<Item>();
        const existing = new Map<number, Item>();
        const model = new Map<string, Set<Item>>();
        for (const { id, targets, anyOf } of steps) {
          const old = existing.get(id);
          if (old === undefined) {
            const item = { id, targets };
            existing.set(id, item);
            index.add(item, targets);
            for (const key of targets.map(keyOf)) {
              model.set(key, (model.get(key) ?? new Set<Item>()).add(item));
            }
          } else {
            existing.delete(id);
            index.remove(old, old.targets);
            for (const key of old.targets.map(keyOf)) model.get(key)?.delete(old);
          }
          for (const asked of [anyOf, ...targets.map((each) => [each])]) {
            const found = new Set(asked.flatMap((each) => [...(model.get(keyOf(each)) ?? [])]));
            expect(index.findAny(asked)).toEqual([...found].toSorted((a, b) => a.id - b.id));
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('grows from no item to several, and shrinks back', () => {
    const index = new TargetIndex<Indexed>();
    const checkout: readonly Target[] = [{ kind: 'feature', name: 'checkout' }];
    const [first, second, third] = [{ id: 1 }, { id: 2 }, { id: 3 }];
    const found = () => index.findAny(checkout).map(({ id }) => id);

    index.add(second, checkout);
    expect(found()).toEqual([2]);
    index.add(first, checkout);
    index.add(third, checkout);
    expect(found()).toEqual([1, 2, 3]);
    index.remove(second, checkout);
    index.remove(first, checkout);
    expect(found()).toEqual([3]);
    index.add(first, checkout);
    expect(found()).toEqual([1, 3]);
    index.remove(third, checkout);
    index.remove(first, checkout);
    expect(found()).toEqual([]);
  });
});
