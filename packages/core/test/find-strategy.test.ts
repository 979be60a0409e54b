import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type FindStrategy,
  makeFindStrategy,
  type StoreUnavailable,
  type StrategyDefinition,
  type StrategyNotFound,
  type StrategyRepository,
} from '../src/index.ts';
import { allowing, refusing, UNAUTHENTICATED } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

const definition: StrategyDefinition = {
  name: 'byCountry',
  parameters: [],
  deprecated: false,
  editable: true,
};

type StoreResult = ReturnType<StrategyRepository['find']>;

function finding(
  storeResult: StoreResult = okAsync(definition),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly find: FindStrategy<string> } {
  const calls: unknown[] = [];
  const find = makeFindStrategy({
    authorizer: authorizer(calls),
    strategies: {
      find: (...call) => {
        calls.push(['find', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, find };
}

const ASKED = [['authenticate', 'key']];

describe('findStrategy', () => {
  test('authenticates first, then asks for the definition', async () => {
    const { calls, find } = finding();

    const result = await find({ credentials: 'key', name: 'byCountry' });

    expect(result.isOk() && result.value).toBe(definition);
    expect(calls).toEqual([...ASKED, ['find', 'byCountry', {}]]);
  });

  test.each(UNAUTHENTICATED)(
    'returns $type of the authorizer, and does nothing else',
    async (no) => {
      for (const name of ['byCountry', '']) {
        const { calls, find } = finding(undefined, () => refusing(no));

        const result = await find({ credentials: 'key', name });

        expect(result.isErr() && result.error).toBe(no);
        expect(calls).toEqual([]);
      }
    },
  );

  test.each<StrategyNotFound | StoreUnavailable>([
    { type: 'StrategyNotFound', name: 'byCountry' },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ])('returns $type of the store unchanged', async (error) => {
    const { find } = finding(errAsync(error));

    const result = await find({ credentials: 'key', name: 'byCountry' });

    expect(result.isErr() && result.error).toBe(error);
  });

  test.each(IMPOSSIBLE_NAMES)(
    'does not ask the store about an invalid name: %s',
    async (_why, name) => {
      const { calls, find } = finding();

      const result = await find({ credentials: 'key', name });

      expect(result.isErr() && result.error).toEqual({ type: 'StrategyNotFound', name });
      expect(calls).toEqual([...ASKED]);
    },
  );
});
