import { makeDeleteStrategy } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync } from 'neverthrow';
import { expect, test } from 'vitest';

test('a built-in strategy is kept', async () => {
  const authorizer = {
    authenticate: () => okAsync({ name: 'alice' }),
    authorize: () => okAsync(),
  };
  const { strategies } = createMemoryStore();
  const deleteStrategy = makeDeleteStrategy({ authorizer, strategies });

  const deleted = await deleteStrategy({ credentials: 'any', name: 'default' });

  expect(deleted.isErr() && deleted.error.type).toBe('StrategyNotEditable');
});
