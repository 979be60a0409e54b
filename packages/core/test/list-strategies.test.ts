import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  BUILT_IN_STRATEGY_DEFINITIONS,
  type ListStrategies,
  makeListStrategies,
  type StrategyRepository,
} from '../src/index.ts';
import { allowing, refusing, UNAUTHENTICATED } from './authorizers.ts';

type StoreResult = ReturnType<StrategyRepository['list']>;

function listing(
  storeResult: StoreResult = okAsync(BUILT_IN_STRATEGY_DEFINITIONS),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly list: ListStrategies<string> } {
  const calls: unknown[] = [];
  const list = makeListStrategies({
    authorizer: authorizer(calls),
    strategies: {
      list: (...call) => {
        calls.push(['list', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, list };
}

describe('listStrategies', () => {
  test('asks first who it is, then for all definitions', async () => {
    const { calls, list } = listing();

    const result = await list({ credentials: 'key' });

    expect(result.isOk() && result.value).toBe(BUILT_IN_STRATEGY_DEFINITIONS);
    expect(calls).toEqual([
      ['authenticate', 'key'],
      ['list', {}],
    ]);
  });

  test.each(UNAUTHENTICATED)(
    'returns $type of the authorizer, and does nothing else',
    async (no) => {
      const { calls, list } = listing(undefined, () => refusing(no));

      const result = await list({ credentials: 'key' });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    },
  );

  test('returns StoreUnavailable of the store unchanged', async () => {
    const error = { type: 'StoreUnavailable', cause: new Error('connection reset') } as const;
    const { list } = listing(errAsync(error));

    const result = await list({ credentials: 'key' });

    expect(result.isErr() && result.error).toBe(error);
  });
});
