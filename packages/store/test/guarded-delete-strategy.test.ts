import {
  makeGetStrategyImpact,
  makeGuardedDeleteStrategy,
  type StrategyImpact,
} from '@forewarn/impact';
import { err } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import type { Store } from '../src/store.ts';
import { LIVE, NONE, readers } from '../../core/test/samples.ts';
import { inDoubt, NAME, useCases, using, world, type World } from './strategy-world.ts';

const isKept = async (store: Store): Promise<boolean> => (await store.strategies.find(NAME)).isOk();

const OLD = { kind: 'as-of', asOf: '2020-01-01T00:00:00.000Z', source: 'import' } as const;

const refusal = (impact: object) => ({ type: 'StrategyInUse', name: NAME, impact });

/** The use cases over a store that deletes in another way. */
const deletingBy = (store: Store, remove: Store['strategies']['deleteIf']) =>
  useCases({ ...store, strategies: { ...store.strategies, deleteIf: remove } });

describe('guardedDeleteStrategy', () => {
  test('deletes what nothing touches or may touch', async () => {
    const { store, remove } = await world({ scheduled: [using('shop', 1, { name: 'other' })] });

    expect(await remove()).toBe('deleted');
    expect(await isKept(store)).toBe(false);
  });

  test.each<[string, World, Partial<StrategyImpact>]>([
    ['a change request touches it', { scheduled: [using('shop', 1)] }, { count: 1 }],
    ['a change request may touch it', { scheduled: [inDoubt('shop', 1)] }, { reasons: ['doubt'] }],
    [
      'a project has no coverage',
      { coverage: { shop: LIVE, bank: NONE } },
      { reasons: ['no-coverage'] },
    ],
    ['there is no project', { coverage: {} }, { reasons: ['no-coverage'] }],
    [
      'data is too old',
      { coverage: { shop: OLD }, maxDataAgeMs: 60_000 },
      { reasons: ['too-old'] },
    ],
  ])('refuses when %s, until that is acknowledged', async (_what, given, impact) => {
    const { store, look, remove } = await world(given);

    const refused = await remove();

    const outcome = 'reasons' in impact ? 'unknown' : 'some';
    expect(refused).toMatchObject(refusal({ outcome, ...impact }));
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
    const { store, look, remove } = await world({ coverage: { shop: NONE } });
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
      const problems = [{ path: 'acknowledge' }];

      expect(await remove(acknowledge)).toMatchObject({ type: 'BadData', problems });
      expect(await isKept(store)).toBe(true);
    },
  );

  test('sees a change request that arrives between its look and its delete', async () => {
    const { store } = await world();
    const { remove } = deletingBy(store, async (...call) => {
      await store.writer.put(using('shop', 1), 'setup');
      return store.strategies.deleteIf(...call);
    });

    expect(await remove()).toMatchObject(refusal({ count: 1 }));
    expect(await isKept(store)).toBe(true);
  });

  test('gives up when the use changes all the time, and asks about no project while it is unused', async () => {
    const { store } = await world();
    const asked: (string | undefined)[] = [];
    let looks = 0;
    const authorizer: typeof readers = {
      ...readers,
      authorize: (principal, permission, scope) => {
        asked.push(scope.projectId);
        return readers.authorize(principal, permission, scope);
      },
    };
    const remove = makeGuardedDeleteStrategy({
      authorizer,
      ...store,
      strategies: {
        ...store.strategies,
        deleteIf: async () => {
          looks += 1;
          return err({ type: 'PreconditionFailed' });
        },
      },
    });

    const removed = await remove({ credentials: 'shop bank', name: NAME });

    expect(removed._unsafeUnwrapErr()).toMatchObject({ type: 'StoreUnavailable' });
    expect(looks).toBe(5);
    expect(asked).toEqual([undefined]);
  });

  test('returns what is not found and not editable, whatever uses it', async () => {
    const { remove } = await world({ scheduled: [using('shop', 1, { name: 'default' })] });

    for (const [name, type] of [
      ['none', 'StrategyNotFound'],
      ['', 'StrategyNotFound'],
      ['default', 'StrategyNotEditable'],
    ] as const) {
      expect(await remove(undefined, 'shop', name)).toEqual({ type, name });
    }
  });
});

const FINGERPRINT = /^[0-9a-f]{8}\.[0-9a-f]{32}$/;

describe('getStrategyImpact', () => {
  test('returns the impact of the delete with a fingerprint', async () => {
    const { look } = await world({ scheduled: [using('shop', 1), inDoubt('bank', 2)] });

    expect(await look()).toMatchObject({
      question: { target: { kind: 'strategyDefinition', name: NAME }, intent: 'delete' },
      outcome: 'some',
      count: 1,
      changeRequests: [
        { project: 'shop', id: 1, touches: [{ consequence: { rule: 'definition-deleted' } }] },
      ],
      doubts: [{ project: 'bank', id: 2 }],
      hidden: 0,
      fingerprint: expect.stringMatching(FINGERPRINT),
    });
  });

  test('counts what the caller may not read, and has one fingerprint for every caller', async () => {
    const scheduled = [using('shop', 1), using('bank', 2), inDoubt('bank', 3)];
    const { look } = await world({ scheduled });

    const seen = await look('shop');

    expect(seen).toMatchObject({ outcome: 'some', count: 1, doubts: [], hidden: 2 });
    expect(await look('bank')).toMatchObject({ outcome: 'some', count: 1, hidden: 1 });
    expect(await look('')).toMatchObject({
      outcome: 'unknown',
      reasons: expect.arrayContaining(['unreadable-projects']) as unknown,
      count: 0,
      changeRequests: [],
      hidden: 3,
    });
    expect((await look('')).fingerprint).toBe(seen.fingerprint);
  });

  test('is none for a caller who may read no project where nothing uses it', async () => {
    const { look } = await world();

    expect(await look('')).toMatchObject({ outcome: 'none', reasons: [], hidden: 0 });
  });

  test('does not disclose which data of an unreadable project is missing', async () => {
    const { look } = await world({ coverage: { shop: LIVE, bank: NONE } });

    const reasons = ['unreadable-projects'];
    expect(await look('shop')).toMatchObject({ outcome: 'unknown', reasons });
  });

  test('returns StrategyNotFound', async () => {
    const { store } = await world();

    const get = makeGetStrategyImpact({ authorizer: readers, ...store });
    for (const name of ['none', '']) {
      const looked = await get({ credentials: '', name });
      expect(looked._unsafeUnwrapErr()).toEqual({ type: 'StrategyNotFound', name });
    }
  });
});
