import { errAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import type { StrategyImpact, Store } from '../src/index.ts';
import { inDoubt, LIVE, NAME, useCases, using, world, type World } from './strategy-world.ts';

const isKept = async (store: Store): Promise<boolean> => (await store.strategies.find(NAME)).isOk();

const refusal = (impact: object) => ({ type: 'StrategyInUse', name: NAME, impact });

describe('guardedDeleteStrategy', () => {
  test('deletes what nothing touches or may touch', async () => {
    const { store, remove } = await world({ scheduled: [using('shop', 1, { name: 'other' })] });

    expect(await remove()).toBe('deleted');
    expect(await isKept(store)).toBe(false);
  });

  test.each<[string, World, Partial<StrategyImpact>]>([
    [
      'a change request touches it',
      { scheduled: [using('shop', 1)] },
      { outcome: 'some', count: 1 },
    ],
    [
      'a change request may touch it',
      { scheduled: [inDoubt('shop', 1)] },
      { outcome: 'unknown', reasons: ['doubt'] },
    ],
    [
      'a project has no coverage',
      { coverage: { shop: LIVE, bank: { kind: 'none' } } },
      { outcome: 'unknown', reasons: ['no-coverage'] },
    ],
    ['there is no project', { coverage: {} }, { outcome: 'unknown', reasons: ['no-coverage'] }],
    [
      'data is too old',
      {
        coverage: { shop: { kind: 'as-of', asOf: '2020-01-01T00:00:00.000Z', source: 'import' } },
        maxDataAgeMs: 60_000,
      },
      { outcome: 'unknown', reasons: ['too-old'] },
    ],
  ])('refuses when %s, until that is acknowledged', async (_what, given, impact) => {
    const { store, look, remove } = await world(given);

    const refused = await remove();

    expect(refused).toMatchObject(refusal(impact));
    expect(await isKept(store)).toBe(true);
    const seen = await look();
    expect(refused).toEqual(refusal(seen));
    expect(await remove(seen.fingerprint)).toBe('deleted');
  });

  test('refuses the fingerprint of what has changed, and returns the new impact', async () => {
    const { store, look, remove } = await world({ scheduled: [using('shop', 1)] });
    const { fingerprint } = await look();

    for (const changed of [
      using('shop', 2),
      { ...using('shop', 1), title: 'Another' },
      inDoubt('bank', 3),
    ]) {
      const before = await look();
      await store.writer.put(changed, 'setup');

      expect(await remove(before.fingerprint)).toEqual(refusal(await look()));
      expect(await remove(fingerprint)).toMatchObject({ type: 'StrategyInUse' });
    }
    expect(await isKept(store)).toBe(true);
  });

  test('refuses a fingerprint from before another project lacked coverage', async () => {
    const { store, look, remove } = await world({ coverage: { shop: { kind: 'none' } } });
    const { fingerprint } = await look();
    await store.projects.register({ id: 'bank', name: 'Bank' }, 'setup');

    expect(await remove(fingerprint)).toEqual(refusal(await look()));
  });

  test('does not need a fingerprint that became unnecessary', async () => {
    const { store, look, remove } = await world({ scheduled: [using('shop', 1)] });
    const { fingerprint } = await look();
    await store.writer.remove({ projectId: 'shop', id: 1 }, 'setup');

    expect(await remove(fingerprint)).toBe('deleted');
  });

  test.each(['', 'yes', '0123abcd', `${'0'.repeat(8)}.${'0'.repeat(32)}`])(
    'rejects %j, which is no fingerprint of this definition',
    async (acknowledge) => {
      const { store, remove } = await world();

      expect(await remove(acknowledge)).toMatchObject({
        type: 'BadData',
        problems: [{ path: 'acknowledge' }],
      });
      expect(await isKept(store)).toBe(true);
    },
  );

  test('sees a change request that arrives between its look and its delete', async () => {
    const { store } = await world();
    const { remove } = useCases({
      ...store,
      strategies: {
        ...store.strategies,
        delete: (...call) =>
          store.writer
            .put(using('shop', 1), 'setup')
            .mapErr(() => ({ type: 'StrategyNotFound', name: NAME }) as const)
            .andThen(() => store.strategies.delete(...call)),
      },
    });

    expect(await remove()).toMatchObject(refusal({ count: 1 }));
    expect(await isKept(store)).toBe(true);
  });

  test('gives up when the use changes all the time', async () => {
    const { store } = await world();
    const { remove } = useCases({
      ...store,
      strategies: {
        ...store.strategies,
        delete: () => errAsync({ type: 'PreconditionFailed' }),
      },
    });

    expect(await remove()).toMatchObject({ type: 'StoreUnavailable' });
  });

  test('returns what is not found and not editable, whatever uses it', async () => {
    const { remove } = await world({ scheduled: [using('shop', 1, { name: 'default' })] });

    expect(await remove(undefined, 'shop', 'none')).toEqual({
      type: 'StrategyNotFound',
      name: 'none',
    });
    expect(await remove(undefined, 'shop', '')).toEqual({ type: 'StrategyNotFound', name: '' });
    expect(await remove(undefined, 'shop', 'default')).toEqual({
      type: 'StrategyNotEditable',
      name: 'default',
    });
  });
});
