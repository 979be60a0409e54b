import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  makeRegisterStrategy,
  type RegisterStrategy,
  type StoreUnavailable,
  type StrategyDefinition,
  type StrategyExists,
  type StrategyRepository,
} from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';

type StoreResult = ReturnType<StrategyRepository['register']>;

function registering(
  storeResult: StoreResult = okAsync(undefined),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly register: RegisterStrategy<string> } {
  const calls: unknown[] = [];
  const register = makeRegisterStrategy({
    authorizer: authorizer(calls),
    strategies: {
      register: (...call) => {
        calls.push(['register', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, register };
}

const definition: StrategyDefinition = {
  name: 'byCountry',
  parameters: [{ name: 'countries', type: 'list', description: 'Where.', required: true }],
  deprecated: false,
  editable: true,
};
const ASKED = admitted('CREATE_STRATEGY');

describe('registerStrategy', () => {
  test('authorizes first, then registers in the name of the principal', async () => {
    const { calls, register } = registering();

    const result = await register({ credentials: 'key', definition });

    expect(result.isOk()).toBe(true);
    expect(calls).toEqual([...ASKED, ['register', definition, 'alice', {}]]);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    for (const name of ['byCountry', '']) {
      const { calls, register } = registering(undefined, () => refusing(no));

      const result = await register({ credentials: 'key', definition: { ...definition, name } });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test.each<StrategyExists | StoreUnavailable>([
    { type: 'StrategyExists', name: 'byCountry' },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ])('returns $type of the store unchanged', async (error) => {
    const { register } = registering(errAsync(error));

    const result = await register({ credentials: 'key', definition });

    expect(result.isErr() && result.error).toBe(error);
  });

  test('returns BadData with the path and what is valid there, without a store call', async () => {
    const { calls, register } = registering();

    const result = await register({ credentials: 'key', definition: { ...definition, name: '' } });

    expect(result.isErr() && result.error).toEqual({
      type: 'BadData',
      problems: [
        {
          path: 'name',
          expected: expect.stringContaining('1 to 100 letters'),
        },
      ],
    });
    expect(calls).toEqual([...ASKED]);
  });
});
