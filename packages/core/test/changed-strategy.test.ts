import { describe, expect, test } from 'vitest';
import { changedStrategy, type StrategyDefinition } from '../src/index.ts';

const before: StrategyDefinition = {
  name: 'byCountry',
  displayName: 'By country',
  title: 'Country',
  description: 'On in some countries.',
  parameters: [{ name: 'countries', type: 'list', description: 'Where.', required: true }],
  deprecated: true,
  editable: true,
};

describe('changedStrategy', () => {
  test('an update keeps the texts that it omits', () => {
    const update = { description: 'On there.', parameters: [] };

    expect(changedStrategy(before, { kind: 'update', update })).toStrictEqual({
      type: 'strategy-updated',
      data: { ...before, description: 'On there.', parameters: [] },
      preData: before,
    });
  });

  test.each([null, ''])('an update with %j for a text clears it', (cleared) => {
    const update = { displayName: cleared, title: cleared, description: cleared, parameters: [] };

    expect(changedStrategy(before, { kind: 'update', update }).data).toStrictEqual({
      name: 'byCountry',
      parameters: [],
      deprecated: true,
      editable: true,
    });
  });

  test('an update to the stored values returns the same JSON text, in any order of fields', () => {
    const { parameters, description, title, displayName } = before;
    const update = { parameters, description, title, displayName } as Pick<
      Required<StrategyDefinition>,
      'parameters' | 'description' | 'title' | 'displayName'
    >;

    const { data } = changedStrategy(before, { kind: 'update', update });

    expect(JSON.stringify(data)).toBe(JSON.stringify(before));
  });

  test('an update with a whole definition changes only the updatable fields', () => {
    const update: StrategyDefinition = {
      ...before,
      name: 'byPlanet',
      title: 'Planet',
      deprecated: false,
      editable: false,
    };

    const { data } = changedStrategy(before, { kind: 'update', update });

    expect(data).toStrictEqual({ ...before, title: 'Planet' });
  });

  test.each([
    ['deprecate', 'strategy-deprecated', true],
    ['reactivate', 'strategy-reactivated', false],
  ] as const)('%s changes no other field', (kind, type, deprecated) => {
    expect(changedStrategy(before, { kind })).toStrictEqual({
      type,
      data: { ...before, deprecated },
      preData: before,
    });
  });
});
