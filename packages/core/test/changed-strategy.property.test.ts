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
// The type allows a whole definition as an update.
const change: fc.Arbitrary<StrategyChange> = fc.oneof(
  definition.map((update) => ({ kind: 'update', update }) as const),
  fc.constantFrom({ kind: 'deprecate' } as const, { kind: 'reactivate' } as const),
);

describe('changedStrategy', () => {
  test('every change keeps name and editable', () => {
    fc.assert(
      fc.property(definition, change, (before, each) => {
        const { data } = changedStrategy(before, each);

        expect([data.name, data.editable]).toEqual([before.name, before.editable]);
      }),
    );
  });

  test('an update sets each text that it has and keeps the others', () => {
    fc.assert(
      fc.property(definition, definition, (before, update) => {
        const { data } = changedStrategy(before, { kind: 'update', update });

        expect(data.parameters).toStrictEqual(update.parameters);
        for (const field of ['displayName', 'title', 'description'] as const) {
          const expected = update[field] ?? before[field];
          // An empty text clears, except where the stored text is empty.
          expect([expected, expected || undefined]).toContain(data[field]);
        }
      }),
    );
  });

  test('changes are idempotent and do not mutate their input', () => {
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

  test('reactivating undoes deprecating', () => {
    fc.assert(
      fc.property(definition, (any) => {
        const before = { ...any, deprecated: false };
        const deprecated = changedStrategy(before, { kind: 'deprecate' }).data;

        expect(changedStrategy(deprecated, { kind: 'reactivate' }).data).toStrictEqual(before);
      }),
    );
  });
});
