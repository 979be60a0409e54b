import { toResultAsync } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { errAsync, ok, okAsync, type ResultAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import { makeUseCases } from '../../use-cases/src/make-use-cases.ts';
import { copiesOf } from '../src/copies-of.ts';
import type { Upstream } from '../src/upstream.ts';
import { allowing, refusing, REFUSALS } from '../../core/test/authorizers.ts';
import { LIVE, times } from '../../core/test/samples.ts';
import { NAME, using } from '../../store/test/strategy-world.ts';

const UNLEASH = 'https://unleash.example.com';
const command = { credentials: 'key', name: NAME };

/** A definition that is copied from the upstream. */
const definition = { name: NAME, parameters: [], deprecated: false, editable: true };

const asOf = (time: string) => ({ kind: 'as-of', asOf: time, source: 'sync' }) as const;

async function importShop(store: Store, coverage: ReturnType<typeof asOf> | typeof LIVE) {
  const project = { id: 'shop', name: 'Shop' };
  await store.transfer.import(
    (async function* () {
      yield ok({ kind: 'project' as const, project, coverage });
    })(),
  );
}

interface Circumstances {
  readonly authorizer?: ReturnType<typeof allowing>;
  readonly deleted?: (store: Store) => ReturnType<Upstream['deleteStrategy']>;
  readonly sync?: (store: Store) => ReturnType<Upstream['sync']>;
}

/** A store with one definition and one project, and the use cases of one that follows an upstream. */
async function following({
  authorizer = allowing([]),
  deleted = () => okAsync('deleted'),
  sync = () => okAsync(),
}: Circumstances = {}) {
  const store = createMemoryStore();
  await store.strategies.register(definition, 'setup');
  await importShop(store, LIVE);
  const asked: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const upstream: Upstream = {
    url: UNLEASH,
    deleteStrategy: (name, options) => {
      asked.push(name);
      signals.push(options?.signal);
      return deleted(store);
    },
    principal: 'unleash-sync',
    sync: (options) => {
      asked.push('sync');
      signals.push(options?.signal);
      return sync(store);
    },
    syncProject: () => okAsync(),
    hidesProjects: () => okAsync(false),
  };
  const useCases = makeUseCases({ authorizer, store, copies: copiesOf(upstream) });
  const isKept = async (): Promise<boolean> => (await store.strategies.find(NAME)).isOk();
  /** The names that the upstream was asked to delete. */
  const deletes = () => asked.filter((each) => each !== 'sync');
  return { store, upstream, useCases, asked, signals, deletes, isKept };
}

/** Deletes the copy as another caller does, and then says this. */
const deletedBy =
  (by: string, outcome: 'deleted' | 'absent' = 'deleted') =>
  ({ strategies }: Store) =>
    toResultAsync(strategies.delete(NAME, by))
      .map(() => outcome)
      .mapErr(() => ({ type: 'UpstreamRefused', reason: '' }) as const);

const notFound = { type: 'StrategyNotFound', name: NAME };

describe.each(['deleteStrategy', 'guardedDeleteStrategy'] as const)('%s', (useCase) => {
  test.each(['deleted', 'absent'] as const)(
    'deletes a copy after the upstream says "%s"',
    async (outcome) => {
      let wasKept: unknown;
      const deleted = (it: Store) =>
        toResultAsync(it.strategies.find(NAME))
          .mapErr(() => ({ type: 'UpstreamRefused', reason: '' }) as const)
          .map((found) => {
            wasKept = found;
            return outcome;
          });
      const { store, useCases, deletes, isKept } = await following({ deleted });

      expect((await useCases[useCase](command)).isOk()).toBe(true);

      expect(wasKept).toEqual(definition);
      expect(deletes()).toEqual([NAME]);
      expect(await isKept()).toBe(false);
      const { events } = (await store.events.list({ limit: 1 }))._unsafeUnwrap();
      expect(events).toMatchObject([{ type: 'strategy-deleted', createdBy: 'alice' }]);
    },
  );

  test.each([
    { type: 'UpstreamRefused', reason: 'It is kept.' },
    { type: 'UpstreamUnavailable', reason: 'It is away.' },
  ] as const)('returns $type, and changes nothing', async (error) => {
    const { useCases, isKept } = await following({ deleted: () => errAsync(error) });

    expect((await useCases[useCase](command))._unsafeUnwrapErr()).toBe(error);
    expect(await isKept()).toBe(true);
  });

  test('passes its signal to the upstream', async () => {
    const { useCases, signals } = await following();
    const { signal } = new AbortController();

    expect((await useCases[useCase]({ ...command, signal })).isOk()).toBe(true);
    expect(new Set(signals)).toEqual(new Set([signal]));
  });

  test('succeeds when a sync deletes the copy in between', async () => {
    const { useCases } = await following({ deleted: deletedBy('unleash-sync') });

    expect((await useCases[useCase](command)).isOk()).toBe(true);
  });

  test.each([
    ['on another node takes the copy, though the upstream confirms both', 'deleted'],
    ['came first in both', 'absent'],
  ] as const)('returns StrategyNotFound when a delete %s', async (_what, outcome) => {
    const { useCases } = await following({ deleted: deletedBy('bob', outcome) });

    expect((await useCases[useCase](command))._unsafeUnwrapErr()).toEqual(notFound);
  });

  test('succeeds once for many concurrent deletes, with one event', async () => {
    const { store, useCases, deletes } = await following();

    const results = await Promise.all(times(50, () => useCases[useCase](command)));

    const errors = results.flatMap((result) => (result.isErr() ? [result.error.type] : []));
    expect(errors).toEqual(times(49, () => 'StrategyNotFound'));
    expect(deletes()).toEqual([NAME]);
    const query = { limit: 9, type: 'strategy-deleted' } as const;
    expect((await store.events.list(query))._unsafeUnwrap().events).toHaveLength(1);
  });

  test('lets the next delete go on after one that fails', async () => {
    let tries = 0;
    const deleted = () => {
      tries += 1;
      if (tries === 1) throw new Error('a bug');
      const error = { type: 'UpstreamUnavailable', reason: '' } as const;
      return tries === 2 ? errAsync(error) : okAsync('deleted' as const);
    };
    const { useCases } = await following({ deleted });

    const results = await Promise.allSettled(times(3, () => useCases[useCase](command)));

    const succeeded = results.map((each) => each.status === 'fulfilled' && each.value.isOk());
    expect(succeeded).toEqual([false, false, true]);
  });

  test.each([
    ['none', 'StrategyNotFound'],
    ['', 'StrategyNotFound'],
    ['default', 'StrategyNotEditable'],
  ])('does not ask the upstream to delete "%s": %s', async (name, type) => {
    const { useCases, asked } = await following();

    const refused = await useCases[useCase]({ ...command, name });

    expect(refused._unsafeUnwrapErr()).toEqual({ type, name });
    expect(asked).toEqual([]);
  });

  test.each(REFUSALS)('does not ask the upstream after $type', async (no) => {
    const { useCases, asked } = await following({ authorizer: refusing(no) });

    expect((await useCases[useCase](command))._unsafeUnwrapErr()).toBe(no);
    expect(asked).toEqual([]);
  });
});

describe('a guarded delete', () => {
  const refusal = { type: 'StrategyInUse', name: NAME };

  /** Imports the project `shop`, as of some minutes ago. */
  const copied = (store: Store, minutes: number): Promise<void> =>
    importShop(store, asOf(new Date(Date.now() - minutes * 60_000).toISOString()));

  test('does not ask the upstream for what is in use, until that is acknowledged', async () => {
    const { store, useCases, asked, isKept } = await following();
    await store.writer.put(using('shop', 1), 'setup');

    const refused = (await useCases.guardedDeleteStrategy(command))._unsafeUnwrapErr();

    if (refused.type !== 'StrategyInUse') throw new Error(refused.type);
    expect(asked).toEqual(['sync']);
    const acknowledge = refused.impact.fingerprint;
    expect((await useCases.guardedDeleteStrategy({ ...command, acknowledge })).isOk()).toBe(true);
    expect(await isKept()).toBe(false);
  });

  test('sees what the upstream has scheduled since the last sync', async () => {
    const sync = (store: Store) =>
      toResultAsync(store.writer.put(using('shop', 1), 'unleash-sync'))
        .map(() => undefined)
        .mapErr(() => ({ type: 'UpstreamRefused', reason: '' }) as const);
    const { useCases, asked } = await following({ sync });

    const refused = (await useCases.guardedDeleteStrategy(command))._unsafeUnwrapErr();

    expect(refused).toMatchObject({ ...refusal, impact: { outcome: 'some', count: 1 } });
    expect(asked).toEqual(['sync']);
  });

  test.each([
    { type: 'UpstreamRefused', reason: 'It is another one.' },
    { type: 'UpstreamUnavailable', reason: 'It is away.' },
    { type: 'StoreUnavailable', cause: 'down' },
  ] as const)('returns $type of the sync, and deletes nothing', async (error) => {
    const { useCases, asked, isKept } = await following({ sync: () => errAsync(error) });

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

    const refused = (await useCases.guardedDeleteStrategy(command))._unsafeUnwrapErr();

    expect(refused).toMatchObject({ ...refusal, impact });
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
    const copies = copiesOf(upstream);
    const useCases = makeUseCases({ authorizer: allowing([]), store, copies, maxDataAgeMs });

    expect((await useCases.guardedDeleteStrategy(command)).isOk()).toBe(isDone);
  });
});

describe('what the upstream owns', () => {
  type Cases = Awaited<ReturnType<typeof following>>['useCases'];
  const CHANGES: Readonly<Record<string, (useCases: Cases) => ResultAsync<unknown, unknown>>> = {
    registerStrategy: ({ registerStrategy }) =>
      registerStrategy({ credentials: 'key', definition: { ...definition, name: '' } }),
    changeStrategy: ({ changeStrategy }) =>
      changeStrategy({ ...command, change: { kind: 'deprecate' } }),
    registerProject: ({ registerProject }) =>
      registerProject({ credentials: 'key', project: { id: '', name: '' } }),
  };

  test.each(Object.entries(CHANGES))('%s is refused, whatever the input', async (_name, run) => {
    const { store, useCases } = await following();
    const before = await store.events.list({ limit: 1 });

    expect(await run(useCases)).toMatchObject({ error: { type: 'OwnedByUpstream', url: UNLEASH } });
    expect(await store.events.list({ limit: 1 })).toEqual(before);
  });

  test.each(Object.entries(CHANGES))('%s asks the authorizer first', async (_name, run) => {
    const no = { type: 'AuthenticationRequired' } as const;
    const { useCases } = await following({ authorizer: refusing(no) });

    expect(await run(useCases)).toMatchObject({ error: no });
  });
});
