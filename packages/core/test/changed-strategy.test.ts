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

  test('an update with what stands there gives the same JSON text, in whatever order', () => {
    const { parameters, description, title, displayName } = before;
    const update = { parameters, description, title, displayName } as Pick<
      Required<StrategyDefinition>,
      'parameters' | 'description' | 'title' | 'displayName'
    >;

    const { data } = changedStrategy(before, { kind: 'update', update });

    expect(JSON.stringify(data)).toBe(JSON.stringify(before));
  });

  test('a whole definition as the update changes neither name nor the rest', () => {
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
  ] as const)('%s changes nothing else', (kind, type, deprecated) => {
    expect(changedStrategy(before, { kind })).toStrictEqual({
      type,
      data: { ...before, deprecated },
      preData: before,
    });
  });
});
