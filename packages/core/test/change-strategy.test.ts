import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type ChangeStrategy,
  makeChangeStrategy,
  type StoreUnavailable,
  type StrategyChange,
  type StrategyNotEditable,
  type StrategyNotFound,
  type StrategyRepository,
} from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

type StoreResult = ReturnType<StrategyRepository['change']>;

function changing(
  storeResult: StoreResult = okAsync(undefined),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly changeStrategy: ChangeStrategy<string> } {
  const calls: unknown[] = [];
  const changeStrategy = makeChangeStrategy({
    authorizer: authorizer(calls),
    strategies: {
      change: (...call) => {
        calls.push(['change', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, changeStrategy };
}

const DEPRECATE: StrategyChange = { kind: 'deprecate' };
const ASKED = admitted('UPDATE_STRATEGY');

describe('changeStrategy', () => {
  test.each<StrategyChange>([
    { kind: 'update', update: { title: 'Country', parameters: [] } },
    DEPRECATE,
    { kind: 'reactivate' },
  ])('authorizes first, then changes in the name of the principal: $kind', async (change) => {
    const { calls, changeStrategy } = changing();

    const result = await changeStrategy({ credentials: 'key', name: 'byCountry', change });

    expect(result.isOk()).toBe(true);
    expect(calls).toEqual([...ASKED, ['change', 'byCountry', change, 'alice', {}]]);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    for (const name of ['byCountry', '']) {
      const { calls, changeStrategy } = changing(undefined, () => refusing(no));

      const result = await changeStrategy({ credentials: 'key', name, change: DEPRECATE });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test.each<StrategyNotFound | StrategyNotEditable | StoreUnavailable>([
    { type: 'StrategyNotFound', name: 'byCountry' },
    { type: 'StrategyNotEditable', name: 'byCountry' },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ])('returns $type of the store unchanged', async (error) => {
    const { changeStrategy } = changing(errAsync(error));

    const result = await changeStrategy({
      credentials: 'key',
      name: 'byCountry',
      change: DEPRECATE,
    });

    expect(result.isErr() && result.error).toBe(error);
  });

  test('returns BadData for an update whose parameter has no name', async () => {
    const { calls, changeStrategy } = changing();
    const parameters = [{ name: '', type: 'string', description: '', required: false }] as const;

    const result = await changeStrategy({
      credentials: 'key',
      name: 'byCountry',
      change: { kind: 'update', update: { parameters } },
    });

    expect(result.isErr() && result.error.type).toBe('BadData');
    expect(calls).toEqual([...ASKED]);
  });

  test.each(IMPOSSIBLE_NAMES)(
    'does not ask the store about an invalid name: %s',
    async (_why, name) => {
      const { calls, changeStrategy } = changing();

      const result = await changeStrategy({ credentials: 'key', name, change: DEPRECATE });

      expect(result.isErr() && result.error).toEqual({ type: 'StrategyNotFound', name });
      expect(calls).toEqual([...ASKED]);
    },
  );

  test('changes an imported definition whose name a new one could not have', async () => {
    for (const name of ['x'.repeat(255), 'a b', 'über', '..']) {
      const { calls, changeStrategy } = changing();

      await changeStrategy({ credentials: 'key', name, change: DEPRECATE });

      expect(calls.at(-1)).toEqual(['change', name, DEPRECATE, 'alice', {}]);
    }
  });
});
