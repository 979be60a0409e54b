import { errAsync, ok, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store-memory/src/index.ts';
import {
  type Authorizer,
  type Coverage,
  makeGetStrategyImpact,
  makeGuardedDeleteStrategy,
  type ScheduledChangeRequest,
  type StrategyImpact,
  type Store,
} from '../src/index.ts';
import { REFUSALS, refusing } from './authorizers.ts';

const NAME = 'holidaySale';
const LIVE: Coverage = { kind: 'live' };
const FINGERPRINT = /^[0-9a-f]{8}\.[0-9a-f]{32}$/;

/** The credentials are the projects that the caller may read, separated by spaces. */
const authorizer: Authorizer<string, { readonly name: string; readonly readable: string }> = {
  authenticate: (readable) => okAsync({ name: 'alice', readable }),
  authorize: ({ readable }, permission, scope) =>
    permission === 'DELETE_STRATEGY' || readable.split(' ').includes(scope.projectId ?? '')
      ? okAsync()
      : errAsync({ type: 'NoAccess', permission, ...scope }),
};

const using = (
  project: string,
  id: number,
  payload: Readonly<Record<string, unknown>> = { name: NAME },
): ScheduledChangeRequest => ({
  id,
  project,
  environment: 'production',
  state: 'Scheduled',
  features: [{ name: 'winter-sale', changes: [{ action: 'addStrategy', payload }] }],
  segments: [],
});

const inDoubt = (project: string, id: number): ScheduledChangeRequest => ({
  ...using(project, id),
  features: [{ name: 'winter-sale', changes: [{ action: 'launchRocket' }] }],
});

interface World {
  readonly scheduled?: readonly ScheduledChangeRequest[];
  readonly coverage?: Readonly<Record<string, Coverage>>;
  readonly maxDataAgeMs?: number;
}

async function* coverageEntries(coverages: Readonly<Record<string, Coverage>>) {
  for (const [id, coverage] of Object.entries(coverages)) {
    yield ok({ kind: 'project' as const, project: { id, name: id }, coverage });
  }
}

async function world({
  scheduled = [],
  coverage = { shop: LIVE, bank: LIVE },
  maxDataAgeMs,
}: World = {}) {
  const store = createMemoryStore();
  const definition = { name: NAME, parameters: [], deprecated: false, editable: true };
  await store.strategies.register(definition, 'setup');
  for (const each of scheduled) {
    await store.projects.register({ id: each.project, name: each.project }, 'setup');
    await store.writer.put(each, 'setup');
  }
  await store.transfer.import(coverageEntries(coverage));
  return { store, ...useCases(store, maxDataAgeMs) };
}

function useCases(store: Store, maxDataAgeMs?: number) {
  const ports = { authorizer, ...store, maxDataAgeMs };
  const look = makeGetStrategyImpact(ports);
  const remove = makeGuardedDeleteStrategy(ports);
  return {
    look: async (credentials = 'shop bank', name = NAME): Promise<StrategyImpact> =>
      (await look({ credentials, name }))._unsafeUnwrap(),
    remove: async (acknowledge?: string, credentials = 'shop bank', name = NAME) => {
      const removed = await remove({ credentials, name, acknowledge });
      return removed.isOk() ? 'deleted' : removed.error;
    },
  };
}

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

  test.each(REFUSALS)('returns $type of the authorizer', async (no) => {
    const { store } = await world();
    const ports = { ...store, authorizer: refusing(no) };
    const command = { credentials: 'key', name: NAME };

    const removed = await makeGuardedDeleteStrategy(ports)(command);
    const looked = await makeGetStrategyImpact(ports)(command);

    expect(removed.isErr() && removed.error).toBe(no);
    expect(looked.isErr() && looked.error).toBe(no);
    expect(await isKept(store)).toBe(true);
  });
});

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
    const { look } = await world({ coverage: { shop: LIVE, bank: { kind: 'none' } } });

    expect(await look('shop')).toMatchObject({
      outcome: 'unknown',
      reasons: ['unreadable-projects'],
    });
  });

  test('returns StrategyNotFound', async () => {
    const { store } = await world();

    for (const name of ['none', '']) {
      const looked = await makeGetStrategyImpact({ authorizer, ...store })({
        credentials: '',
        name,
      });
      expect(looked.isErr() && looked.error).toEqual({ type: 'StrategyNotFound', name });
    }
  });
});
