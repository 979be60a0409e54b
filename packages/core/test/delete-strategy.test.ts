import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type DeleteStrategy,
  type StoreUnavailable,
  type StrategyNotEditable,
  type StrategyNotFound,
  makeDeleteStrategy,
  type StrategyRepository,
} from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

type StoreResult = ReturnType<StrategyRepository['delete']>;

function deleting(
  storeResult: StoreResult = okAsync(undefined),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly deleteStrategy: DeleteStrategy<string> } {
  const calls: unknown[] = [];
  const deleteStrategy = makeDeleteStrategy({
    authorizer: authorizer(calls),
    strategies: {
      delete: (...call) => {
        calls.push(['delete', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, deleteStrategy };
}

const ASKED = admitted('DELETE_STRATEGY');

describe('deleteStrategy', () => {
  test('authorizes first, then deletes in the name of the principal', async () => {
    const { calls, deleteStrategy } = deleting();

    const result = await deleteStrategy({ credentials: 'key', name: 'byCountry' });

    expect(result.isOk()).toBe(true);
    expect(calls).toEqual([...ASKED, ['delete', 'byCountry', 'alice', {}]]);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    for (const name of ['byCountry', '']) {
      const { calls, deleteStrategy } = deleting(undefined, () => refusing(no));

      const result = await deleteStrategy({ credentials: 'key', name });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test.each<StoreUnavailable | StrategyNotEditable | StrategyNotFound>([
    { type: 'StrategyNotFound', name: 'byCountry' },
    { type: 'StrategyNotEditable', name: 'byCountry' },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ])('returns $type of the store unchanged', async (error) => {
    const { deleteStrategy } = deleting(errAsync(error));

    const result = await deleteStrategy({ credentials: 'key', name: 'byCountry' });

    expect(result.isErr() && result.error).toBe(error);
  });

  test.each(IMPOSSIBLE_NAMES)(
    'does not ask the store about an invalid name: %s',
    async (_why, name) => {
      const { calls, deleteStrategy } = deleting();

      const result = await deleteStrategy({ credentials: 'key', name });

      expect(result.isErr() && result.error).toEqual({ type: 'StrategyNotFound', name });
      expect(calls).toEqual([...ASKED]);
    },
  );

  test('passes the name on byte for byte', async () => {
    for (const name of ['x'.repeat(255), ' a%_ ', 'cafe\u0301', '__proto__']) {
      const { calls, deleteStrategy } = deleting();

      await deleteStrategy({ credentials: 'key', name });

      expect(calls.at(-1)).toEqual(['delete', name, 'alice', {}]);
    }
  });
});
