import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changedStrategy,
  type StrategyChange,
  type StrategyDefinition,
  type StrategyParameter,
} from '../src/index.ts';

const parameter: fc.Arbitrary<StrategyParameter> = fc.record(
  {
    name: fc.string(),
    type: fc.constantFrom('string', 'percentage', 'list', 'number', 'boolean'),
    description: fc.string(),
    required: fc.boolean(),
  },
  { noNullPrototype: true },
);
const definition: fc.Arbitrary<StrategyDefinition> = fc.record(
  {
    name: fc.string(),
    displayName: fc.string(),
    title: fc.string(),
    description: fc.string(),
    parameters: fc.array(parameter, { maxLength: 3 }),
    deprecated: fc.boolean(),
    editable: fc.boolean(),
  },
  { requiredKeys: ['name', 'parameters', 'deprecated', 'editable'], noNullPrototype: true },
);
// A whole definition is an update, too, by its type.
const change: fc.Arbitrary<StrategyChange> = fc.oneof(
  definition.map((update) => ({ kind: 'update', update }) as const),
  fc.constantFrom({ kind: 'deprecate' } as const, { kind: 'reactivate' } as const),
);

describe('changedStrategy', () => {
  test('name and editable stay, whatever the change', () => {
    fc.assert(
      fc.property(definition, change, (before, each) => {
        const { data } = changedStrategy(before, each);

        expect([data.name, data.editable]).toEqual([before.name, before.editable]);
      }),
    );
  });

  test('after an update, each text is the updated one, or the stored one if the update omits it', () => {
    fc.assert(
      fc.property(definition, definition, (before, update) => {
        const { data } = changedStrategy(before, { kind: 'update', update });

        expect(data.parameters).toStrictEqual(update.parameters);
        for (const field of ['displayName', 'title', 'description'] as const) {
          const expected = update[field] ?? before[field];
          // An empty text clears, except where it is what is stored.
          expect([expected, expected || undefined]).toContain(data[field]);
        }
      }),
    );
  });

  test('the same change twice is the same change once, and leaves what it got alone', () => {
    fc.assert(
      fc.property(definition, change, (before, each) => {
        const copy = structuredClone(before);
        const once = changedStrategy(before, each);
        const twice = changedStrategy(once.data, each);

        expect(JSON.stringify(twice.data)).toBe(JSON.stringify(once.data));
        expect(once.preData).toBe(before);
        expect(before).toStrictEqual(copy);
      }),
    );
  });

  test('who reactivates what was deprecated has what was there', () => {
    fc.assert(
      fc.property(definition, (any) => {
        const before = { ...any, deprecated: false };
        const deprecated = changedStrategy(before, { kind: 'deprecate' }).data;

        expect(changedStrategy(deprecated, { kind: 'reactivate' }).data).toStrictEqual(before);
      }),
    );
  });
});
