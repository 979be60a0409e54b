import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type Coverage,
  makeSearchScheduledChangeRequests,
  type ProjectNotFound,
  type ScheduledChangeRequestMatches,
  type ScheduledChangeRequestReader,
  type SearchScheduledChangeRequests,
  type StoreUnavailable,
  type Target,
} from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

const LIVE = { kind: 'live' } as const;
const NOTHING = { coverage: LIVE, changeRequests: [] };

type StoreResult = ReturnType<ScheduledChangeRequestReader['search']>;

function searching(
  storeResult: StoreResult = okAsync(NOTHING),
  authorizer = allowing,
  maxDataAgeMs?: number,
): { readonly calls: readonly unknown[]; readonly search: SearchScheduledChangeRequests<string> } {
  const calls: unknown[] = [];
  const search = makeSearchScheduledChangeRequests({
    authorizer: authorizer(calls),
    maxDataAgeMs,
    reader: {
      search: (...call) => {
        calls.push(['search', ...call]);
        return storeResult;
      },
    },
  });
  return { calls, search };
}

const QUERY = { credentials: 'key', projectId: 'default' };
const CHECKOUT: Target = { kind: 'feature', name: 'checkout' };
const ASKED = admitted('PROJECT_CHANGE_REQUEST_READ', { projectId: 'default' });

describe('searchScheduledChangeRequests', () => {
  test('authorizes in the project first, then asks the store for all targets', async () => {
    const anyOf: readonly Target[] = [
      CHECKOUT,
      { kind: 'strategy', id: 's-1' },
      { kind: 'featureVariants', feature: 'checkout' },
      { kind: 'segment', id: 0 },
      { kind: 'strategyDefinition', name: 'default' },
    ];
    const { calls, search } = searching();

    await search({ ...QUERY, anyOf });

    expect(calls).toEqual([
      ...ASKED,
      ['search', { projectId: 'default', anyOf }, { caller: 'alice' }],
    ]);
  });

  test('returns what the store returns, in its order', async () => {
    const found: ScheduledChangeRequestMatches = {
      coverage: LIVE,
      changeRequests: [
        { id: 2, environment: 'production', title: 'Turn it off' },
        { id: 11, environment: 'development' },
      ],
    };
    const { search } = searching(okAsync(found));

    const result = await search({ ...QUERY, anyOf: [CHECKOUT] });

    expect(result.isOk() && result.value).toBe(found);
  });

  test.each(REFUSALS)('returns $type of the authorizer, and does nothing else', async (no) => {
    for (const projectId of ['default', '']) {
      const { calls, search } = searching(undefined, () => refusing(no));

      const result = await search({ credentials: 'key', projectId, anyOf: [CHECKOUT] });

      expect(result.isErr() && result.error).toBe(no);
      expect(calls).toEqual([]);
    }
  });

  test.each<ProjectNotFound | StoreUnavailable>([
    { type: 'ProjectNotFound', projectId: 'default' },
    { type: 'StoreUnavailable', cause: new Error('connection reset') },
  ])('returns $type of the store unchanged, with and without targets', async (error) => {
    for (const anyOf of [[CHECKOUT], []]) {
      const { search } = searching(errAsync(error));

      const result = await search({ ...QUERY, anyOf });

      expect(result.isErr() && result.error).toBe(error);
    }
  });

  test.each(IMPOSSIBLE_NAMES)(
    'does not ask the store about an invalid project id: %s',
    async (_why, projectId) => {
      const { calls, search } = searching();

      const result = await search({ credentials: 'key', projectId, anyOf: [CHECKOUT] });

      expect(result.isErr() && result.error).toEqual({ type: 'ProjectNotFound', projectId });
      expect(calls).toEqual([...admitted('PROJECT_CHANGE_REQUEST_READ', { projectId })]);
    },
  );

  test.each(IMPOSSIBLE_NAMES)('drops targets whose value is invalid: %s', async (_why, text) => {
    const { calls, search } = searching();

    await search({
      ...QUERY,
      anyOf: [
        { kind: 'feature', name: text },
        { kind: 'strategy', id: text },
        CHECKOUT,
        { kind: 'featureVariants', feature: text },
        { kind: 'strategyDefinition', name: text },
      ],
    });

    expect(calls.at(-1)).toEqual([
      'search',
      { projectId: 'default', anyOf: [CHECKOUT] },
      { caller: 'alice' },
    ]);
  });

  test('asks the store about each target once', async () => {
    const { calls, search } = searching();
    const variants: Target = { kind: 'featureVariants', feature: 'checkout' };

    await search({ ...QUERY, anyOf: [CHECKOUT, variants, { ...CHECKOUT }, variants] });

    expect(calls.at(-1)).toEqual([
      'search',
      { projectId: 'default', anyOf: [CHECKOUT, variants] },
      { caller: 'alice' },
    ]);
  });

  // The store must be able to return ProjectNotFound without targets.
  test.each<readonly [string, readonly Target[]]>([
    ['no target', []],
    ['no valid target', [{ kind: 'feature', name: '' }]],
  ])('asks the store about the project even with %s', async (_what, anyOf) => {
    const { calls, search } = searching();

    const result = await search({ ...QUERY, anyOf });

    expect(result.isOk() && result.value).toEqual(NOTHING);
    expect(calls).toEqual([
      ...ASKED,
      ['search', { projectId: 'default', anyOf: [] }, { caller: 'alice' }],
    ]);
  });
});

describe('searchScheduledChangeRequests: data that is too old', () => {
  const ago = (ms: number): Coverage => ({
    kind: 'as-of',
    asOf: new Date(Date.now() - ms).toISOString(),
    source: 'import',
  });
  const searched = async (coverage: Coverage, maxDataAgeMs?: number) => {
    const { search } = searching(okAsync({ ...NOTHING, coverage }), allowing, maxDataAgeMs);
    const result = await search({ ...QUERY, anyOf: [CHECKOUT] });
    return result.isOk() ? 'ok' : result.error.type;
  };

  test('is an error, and so is data that was never complete', async () => {
    expect(await searched(ago(61_000), 60_000)).toBe('DataTooOld');
    expect(await searched({ kind: 'none' }, 60_000)).toBe('DataTooOld');
  });

  test('is not live data, nor data within the limit, nor any without a limit', async () => {
    expect(await searched(LIVE, 0)).toBe('ok');
    expect(await searched(ago(30_000), 60_000)).toBe('ok');
    expect(await searched(ago(61_000))).toBe('ok');
    expect(await searched({ kind: 'none' })).toBe('ok');
  });

  test('names the project, its coverage and the limit', async () => {
    const { search } = searching(
      okAsync({ ...NOTHING, coverage: { kind: 'none' } }),
      allowing,
      60_000,
    );

    const result = await search({ ...QUERY, anyOf: [] });

    expect(result.isErr() && result.error).toEqual({
      type: 'DataTooOld',
      projectId: 'default',
      coverage: { kind: 'none' },
      maxDataAgeMs: 60_000,
    });
  });
});
