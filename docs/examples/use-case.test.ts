import { given } from '@forewarn/use-cases/testing';
import { expect, test } from 'vitest';

test('a built-in strategy is kept', async () => {
  const { deleteStrategy } = given({ may: ['DELETE_STRATEGY'] });
  const deleted = await deleteStrategy({ name: 'default' });
  expect(deleted.isErr() && deleted.error.type).toBe('StrategyNotEditable');
});
