import { errAsync, ok, okAsync, type ResultAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import { makeUseCases, type Store, type Upstream } from '../src/index.ts';
import { allowing, refusing, REFUSALS } from './authorizers.ts';
import { NAME, using } from './strategy-world.ts';

const UNLEASH = 'https://unleash.example.com';
const definition = { name: NAME, parameters: [], deprecated: false, editable: true };

type Deleted = ReturnType<Upstream['deleteStrategy']>;

/** A store with one definition and one project, and the use cases of one that follows an upstream. */
async function following(
  deleted: (store: Store) => Deleted = () => okAsync('deleted'),
  authorizer = allowing([]),
) {
  const store = createMemoryStore();
  await store.strategies.register(definition, 'setup');
  await store.transfer.import(
    (async function* () {
      const project = { id: 'shop', name: 'Shop' };
      yield ok({ kind: 'project' as const, project, coverage: { kind: 'live' as const } });
    })(),
  );
  const asked: string[] = [];
  const upstream: Upstream = {
    url: UNLEASH,
    deleteStrategy: (name) => {
      asked.push(name);
      return deleted(store);
    },
    syncProject: () => okAsync(),
  };
  const useCases = makeUseCases({ authorizer, store, upstream });
  const isKept = async (): Promise<boolean> => (await store.strategies.find(NAME)).isOk();
  return { store, useCases, asked, isKept };
}

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
      expect(asked).toEqual([NAME]);
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
  expect(asked).toEqual([]);
  const acknowledge = refused.impact.fingerprint;
  expect((await useCases.guardedDeleteStrategy({ ...command, acknowledge })).isOk()).toBe(true);
  expect(await isKept()).toBe(false);
});

describe('what the upstream owns', () => {
  const change = { kind: 'deprecate' } as const;
  type UseCases = Awaited<ReturnType<typeof following>>['useCases'];
  const CHANGES: Readonly<Record<string, (useCases: UseCases) => ResultAsync<unknown, unknown>>> = {
    registerStrategy: ({ registerStrategy }) =>
      registerStrategy({ credentials: 'key', definition: { ...definition, name: '' } }),
    changeStrategy: ({ changeStrategy }) => changeStrategy({ ...command, change }),
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
    const [no] = REFUSALS;
    const { useCases } = await following(
      undefined,
      refusing(no ?? { type: 'AuthenticationRequired' }),
    );

    expect(await run(useCases)).toMatchObject({ error: no });
  });

  test('deletes a project, which the upstream may no longer have', async () => {
    const { useCases } = await following();

    expect((await useCases.deleteProject({ credentials: 'key', projectId: 'shop' })).isOk()).toBe(
      true,
    );
  });
});

test('without an upstream there is nothing to sync', () => {
  const store = createMemoryStore();

  expect(makeUseCases({ authorizer: allowing([]), store })).not.toHaveProperty('syncProject');
});
