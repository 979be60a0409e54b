import type { DefinitionChange, StrategyDefinition } from '@forewarn/record';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedDefinition } from '../src/changed-definition.ts';

const byCountry = {
  name: 'byCountry',
  displayName: 'By country',
  title: 'Country',
  description: 'On in some countries.',
  parameters: [{ name: 'countries', type: 'list', description: 'Where.', required: true }],
  deprecated: true,
  editable: true,
} as const satisfies StrategyDefinition;

describe('changedDefinition', () => {
  test('an update keeps the texts that it omits', () => {
    const update = { description: 'On there.', parameters: [] };

    expect(changedDefinition(byCountry, { kind: 'update', update })).toStrictEqual({
      type: 'strategy-updated',
      data: { ...byCountry, description: 'On there.', parameters: [] },
      preData: byCountry,
    });
  });

  test.each([null, ''])('an update with %j for a text clears it', (cleared) => {
    const update = { displayName: cleared, title: cleared, description: cleared, parameters: [] };

    expect(changedDefinition(byCountry, { kind: 'update', update }).data).toStrictEqual({
      name: 'byCountry',
      parameters: [],
      deprecated: true,
      editable: true,
    });
  });

  test('an update to the stored values returns the same JSON text, in any order of fields', () => {
    const { parameters, description, title, displayName } = byCountry;
    const update = { parameters, description, title, displayName };

    const { data } = changedDefinition(byCountry, { kind: 'update', update });

    expect(JSON.stringify(data)).toBe(JSON.stringify(byCountry));
  });

  test('an update with a whole definition changes only the updatable fields', () => {
    const others = { name: 'byPlanet', deprecated: false, editable: false };
    const update = { ...byCountry, ...others, title: 'Planet' };

    const { data } = changedDefinition(byCountry, { kind: 'update', update });

    expect(data).toStrictEqual({ ...byCountry, title: 'Planet' });
  });

  test.each([
    ['deprecate', 'strategy-deprecated', true],
    ['reactivate', 'strategy-reactivated', false],
  ] as const)('%s changes no other field', (kind, type, deprecated) => {
    expect(changedDefinition(byCountry, { kind })).toStrictEqual({
      type,
      data: { ...byCountry, deprecated },
      preData: byCountry,
    });
  });
});

const definition: fc.Arbitrary<StrategyDefinition> = fc.record(
  {
    name: fc.string(),
    displayName: fc.string(),
    title: fc.string(),
    description: fc.string(),
    parameters: fc.subarray([...byCountry.parameters]),
    deprecated: fc.boolean(),
    editable: fc.boolean(),
  },
  { requiredKeys: ['name', 'parameters', 'deprecated', 'editable'], noNullPrototype: true },
);
// The type allows a whole definition as an update.
const change: fc.Arbitrary<DefinitionChange> = fc.oneof(
  definition.map((update) => ({ kind: 'update', update }) as const),
  fc.constantFrom({ kind: 'deprecate' } as const, { kind: 'reactivate' } as const),
);

test('any change keeps name and editable, sets the texts that it has, and is idempotent', () => {
  fc.assert(
    fc.property(definition, change, (before, each) => {
      const copy = structuredClone(before);
      const { data, preData } = changedDefinition(before, each);

      expect(before).toStrictEqual(copy);
      expect(preData).toBe(before);
      expect([data.name, data.editable]).toEqual([before.name, before.editable]);
      expect(JSON.stringify(changedDefinition(data, each).data)).toBe(JSON.stringify(data));
      const update = each.kind === 'update' ? each.update : before;
      expect(data.parameters).toStrictEqual(update.parameters);
      for (const field of ['displayName', 'title', 'description'] as const) {
        const expected = update[field] ?? before[field];
        // An empty text clears, except where the stored text is empty.
        expect([expected, expected || undefined]).toContain(data[field]);
      }
    }),
  );
});
