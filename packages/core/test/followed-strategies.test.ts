import { errAsync, ok, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import { makeUseCases, type Store } from '../src/index.ts';
import { allowing, refusing, REFUSALS } from './authorizers.ts';
import { definition, following } from './followed-world.ts';
import { NAME, using } from './strategy-world.ts';

const command = { credentials: 'key', name: NAME };

describe.each(['deleteStrategy', 'guardedDeleteStrategy'] as const)('%s', (useCase) => {
  test.each(['deleted', 'absent'] as const)(
    'deletes a copy after the upstream says "%s"',
    async (outcome) => {
      let wasKept: unknown;
      const { store, useCases, asked, isKept } = await following((it) =>
        it.strategies
          .find(NAME)
          .mapErr(() => ({ type: 'UpstreamRefused', reason: '' }) as const)
          .map((found) => {
            wasKept = found;
            return outcome;
          }),
      );

      expect((await useCases[useCase](command)).isOk()).toBe(true);

      expect(wasKept).toEqual(definition);
      expect(asked.filter((each) => each !== 'sync')).toEqual([NAME]);
      expect(await isKept()).toBe(false);
      const { events } = (await store.events.list({ limit: 1 }))._unsafeUnwrap();
      expect(events).toMatchObject([{ type: 'strategy-deleted', createdBy: 'alice' }]);
    },
  );

  test.each([
    { type: 'UpstreamRefused', reason: 'It is kept.' },
    { type: 'UpstreamUnavailable', reason: 'It is away.' },
  ] as const)('returns $type, and changes nothing', async (error) => {
    const { useCases, isKept } = await following(() => errAsync(error));

    expect((await useCases[useCase](command))._unsafeUnwrapErr()).toBe(error);

    expect(await isKept()).toBe(true);
  });

  test('succeeds when a sync deletes the copy in between', async () => {
    const { useCases } = await following((store) =>
      store.strategies
        .delete(NAME, 'unleash-sync')
        .map(() => 'deleted' as const)
        .mapErr(() => ({ type: 'UpstreamRefused', reason: '' }) as const),
    );

    expect((await useCases[useCase](command)).isOk()).toBe(true);
  });

  test('returns StrategyNotFound when a delete on another node takes the copy, though the upstream confirms both', async () => {
    const { useCases } = await following((store) =>
      store.strategies
        .delete(NAME, 'bob')
        .map(() => 'deleted' as const)
        .mapErr(() => ({ type: 'UpstreamRefused', reason: '' }) as const),
    );

    expect((await useCases[useCase](command))._unsafeUnwrapErr()).toEqual({
      type: 'StrategyNotFound',
      name: NAME,
    });
  });

  test('succeeds once for many concurrent deletes, with one event', async () => {
    const { store, useCases, asked } = await following();

    const results = await Promise.all(Array.from({ length: 50 }, () => useCases[useCase](command)));

    const errors = results.flatMap((result) => (result.isErr() ? [result.error.type] : []));
    expect(errors).toEqual(Array.from({ length: 49 }, () => 'StrategyNotFound'));
    expect(asked.filter((each) => each !== 'sync')).toEqual([NAME]);
    const query = { limit: 9, type: 'strategy-deleted' } as const;
    expect((await store.events.list(query))._unsafeUnwrap().events).toHaveLength(1);
  });

  test('lets the next delete go on after one that fails', async () => {
    let tries = 0;
    const { useCases } = await following(() => {
      tries += 1;
      if (tries === 1) throw new Error('a bug');
      return tries === 2
        ? errAsync({ type: 'UpstreamUnavailable', reason: '' })
        : okAsync('deleted');
    });

    const results = await Promise.allSettled([1, 2, 3].map(() => useCases[useCase](command)));

    expect(results.map((each) => each.status === 'fulfilled' && each.value.isOk())).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('returns StrategyNotFound when another delete came first in both', async () => {
    const { useCases } = await following((store) =>
      store.strategies
        .delete(NAME, 'bob')
        .map(() => 'absent' as const)
        .mapErr(() => ({ type: 'UpstreamRefused', reason: '' }) as const),
    );

    expect((await useCases[useCase](command))._unsafeUnwrapErr()).toEqual({
      type: 'StrategyNotFound',
      name: NAME,
    });
  });

  test.each([
    ['none', 'StrategyNotFound'],
    ['', 'StrategyNotFound'],
    ['default', 'StrategyNotEditable'],
  ])('does not ask the upstream to delete "%s": %s', async (name, type) => {
    const { useCases, asked } = await following();

    expect((await useCases[useCase]({ ...command, name }))._unsafeUnwrapErr()).toEqual({
      type,
      name,
    });

    expect(asked).toEqual([]);
  });

  test.each(REFUSALS)('does not ask the upstream after $type', async (no) => {
    const { useCases, asked } = await following(undefined, refusing(no));

    expect((await useCases[useCase](command))._unsafeUnwrapErr()).toBe(no);

    expect(asked).toEqual([]);
  });
});

test('a guarded delete does not ask the upstream for what is in use, until that is acknowledged', async () => {
  const { store, useCases, asked, isKept } = await following();
  await store.writer.put(using('shop', 1), 'setup');

  const refused = (await useCases.guardedDeleteStrategy(command))._unsafeUnwrapErr();

  if (refused.type !== 'StrategyInUse') throw new Error(refused.type);
  expect(asked).toEqual(['sync']);
  const acknowledge = refused.impact.fingerprint;
  expect((await useCases.guardedDeleteStrategy({ ...command, acknowledge })).isOk()).toBe(true);
  expect(await isKept()).toBe(false);
});

describe('a guarded delete', () => {
  const refusal = { type: 'StrategyInUse', name: NAME };

  /** Imports the project `shop`, as of some minutes ago. */
  const copied = async (store: Store, minutes: number): Promise<void> => {
    const asOf = new Date(Date.now() - minutes * 60_000).toISOString();
    const coverage = { kind: 'as-of', asOf, source: 'sync' } as const;
    await store.transfer.import(
      (async function* () {
        yield ok({ kind: 'project' as const, project: { id: 'shop', name: 'Shop' }, coverage });
      })(),
    );
  };

  test('sees what the upstream has scheduled since the last sync', async () => {
    const { useCases, asked } = await following(undefined, undefined, (store) =>
      store.writer
        .put(using('shop', 1), 'unleash-sync')
        .map(() => undefined)
        .mapErr(() => ({ type: 'UpstreamRefused', reason: '' }) as const),
    );

    const refused = (await useCases.guardedDeleteStrategy(command))._unsafeUnwrapErr();

    expect(refused).toMatchObject({ ...refusal, impact: { outcome: 'some', count: 1 } });
    expect(asked).toEqual(['sync']);
  });

  test.each([
    { type: 'UpstreamRefused', reason: 'It is another one.' },
    { type: 'UpstreamUnavailable', reason: 'It is away.' },
    { type: 'StoreUnavailable', cause: 'down' },
  ] as const)('returns $type of the sync, and deletes nothing', async (error) => {
    const { useCases, asked, isKept } = await following(undefined, undefined, () =>
      errAsync(error),
    );

    expect((await useCases.guardedDeleteStrategy(command))._unsafeUnwrapErr()).toBe(error);

    expect(asked).toEqual(['sync']);
    expect(await isKept()).toBe(true);
  });

  test('rejects what is no fingerprint of the definition before it syncs', async () => {
    const { useCases, asked } = await following();

    const refused = await useCases.guardedDeleteStrategy({ ...command, acknowledge: 'yes' });

    expect(refused._unsafeUnwrapErr()).toMatchObject({ type: 'BadData' });
    expect(asked).toEqual([]);
  });

  test('refuses when the sync leaves data that is more than five minutes old', async () => {
    const { store, useCases, asked } = await following();
    await copied(store, 6);
    const impact = { outcome: 'unknown', reasons: ['too-old'] };

    expect((await useCases.guardedDeleteStrategy(command))._unsafeUnwrapErr()).toMatchObject({
      ...refusal,
      impact,
    });

    expect(asked).toEqual(['sync']);
    const preview = (await useCases.getStrategyImpact(command))._unsafeUnwrap();
    expect(preview).toMatchObject(impact);
    const acknowledge = preview.fingerprint;
    expect((await useCases.guardedDeleteStrategy({ ...command, acknowledge })).isOk()).toBe(true);
  });

  test.each([
    [4, undefined, true],
    [6, 3_600_000, true],
    [4, 60_000, false],
  ])('with data of %d minutes and a limit of %s ms', async (minutes, maxDataAgeMs, isDone) => {
    const { store, upstream } = await following();
    await copied(store, minutes);
    const useCases = makeUseCases({ authorizer: allowing([]), store, upstream, maxDataAgeMs });

    expect((await useCases.guardedDeleteStrategy(command)).isOk()).toBe(isDone);
  });
});

test('without an upstream there is nothing to sync', () => {
  const store = createMemoryStore();

  expect(makeUseCases({ authorizer: allowing([]), store })).not.toHaveProperty('syncProject');
});
