import { errAsync, okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  makeSearchScheduledChangeRequests,
  type ProjectNotFound,
  type ScheduledChangeRequestReader,
  type ScheduledChangeRequestSummary,
  type SearchScheduledChangeRequests,
  type StoreUnavailable,
  type Target,
} from '../src/index.ts';
import { admitted, allowing, refusing, REFUSALS } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

type StoreResult = ReturnType<ScheduledChangeRequestReader['search']>;

function searching(
  storeResult: StoreResult = okAsync([]),
  authorizer = allowing,
): { readonly calls: readonly unknown[]; readonly search: SearchScheduledChangeRequests<string> } {
  const calls: unknown[] = [];
  const search = makeSearchScheduledChangeRequests({
    authorizer: authorizer(calls),
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

    expect(calls).toEqual([...ASKED, ['search', { projectId: 'default', anyOf }, {}]]);
  });

  test('returns what the store returns, in its order', async () => {
    const found: readonly ScheduledChangeRequestSummary[] = [
      { id: 2, environment: 'production', title: 'Turn it off' },
      { id: 11, environment: 'development' },
    ];
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

    expect(calls.at(-1)).toEqual(['search', { projectId: 'default', anyOf: [CHECKOUT] }, {}]);
  });

  test('asks the store about each target once', async () => {
    const { calls, search } = searching();
    const variants: Target = { kind: 'featureVariants', feature: 'checkout' };

    await search({ ...QUERY, anyOf: [CHECKOUT, variants, { ...CHECKOUT }, variants] });

    expect(calls.at(-1)).toEqual([
      'search',
      { projectId: 'default', anyOf: [CHECKOUT, variants] },
      {},
    ]);
  });

  // The store must be able to return ProjectNotFound without targets.
  test.each<readonly [string, readonly Target[]]>([
    ['no target', []],
    ['no valid target', [{ kind: 'feature', name: '' }]],
  ])('asks the store about the project even with %s', async (_what, anyOf) => {
    const { calls, search } = searching();

    const result = await search({ ...QUERY, anyOf });

    expect(result.isOk() && result.value).toEqual([]);
    expect(calls).toEqual([...ASKED, ['search', { projectId: 'default', anyOf: [] }, {}]]);
  });
});
