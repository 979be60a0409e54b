import { expect, test } from 'vitest';
import { given } from '../src/testing.ts';

const usesSale = { action: 'addStrategy', payload: { name: 'sale' } };

test('a use case of a test needs no credentials', async () => {
  const { deleteStrategy, store } = given({ may: ['DELETE_STRATEGY'], strategies: ['sale'] });

  expect((await deleteStrategy({ name: 'sale' })).isOk()).toBe(true);

  const names = (await store.strategies.list())._unsafeUnwrap().map(({ name }) => name);
  expect(names).not.toContain('sale');
});

test('the caller may do what the test says, and nothing else', async () => {
  const { deleteStrategy } = given({ may: ['CREATE_STRATEGY'], strategies: ['sale'] });

  expect((await deleteStrategy({ name: 'sale' }))._unsafeUnwrapErr()).toEqual({
    type: 'NoAccess',
    permission: 'DELETE_STRATEGY',
  });
});

test('an administrator may do everything', async () => {
  const { deleteStrategy } = given({ may: ['ADMIN'], strategies: ['sale'] });

  expect((await deleteStrategy({ name: 'sale' })).isOk()).toBe(true);
});

test('what is scheduled has defaults, and its project is live', async () => {
  const { guardedDeleteStrategy } = given({
    may: ['DELETE_STRATEGY'],
    strategies: ['sale'],
    scheduled: [{}, { project: 'shop', features: [{ name: 'checkout', changes: [usesSale] }] }],
  });

  const deleted = await guardedDeleteStrategy({ name: 'sale' });

  expect(deleted._unsafeUnwrapErr()).toMatchObject({ type: 'StrategyInUse', name: 'sale' });
});
