import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import {
  type Coverage,
  makeSearchScheduledChangeRequests,
  type UseCases,
  type Target,
} from '../src/index.ts';
import { allowing } from './authorizers.ts';
import { IMPOSSIBLE_NAMES } from './impossible-names.ts';

const LIVE = { kind: 'live' } as const;

function searching(
  coverage: Coverage = LIVE,
  maxDataAgeMs?: number,
): {
  readonly asked: Target[][];
  readonly search: UseCases<string>['searchScheduledChangeRequests'];
} {
  const asked: Target[][] = [];
  const search = makeSearchScheduledChangeRequests({
    authorizer: allowing([]),
    maxDataAgeMs,
    reader: {
      search: ({ anyOf }) => {
        asked.push([...anyOf]);
        return okAsync({ coverage, changeRequests: [] });
      },
    },
  });
  return { asked, search };
}

const QUERY = { credentials: 'key', projectId: 'default' };
const CHECKOUT: Target = { kind: 'feature', name: 'checkout' };

describe('searchScheduledChangeRequests', () => {
  test.each(IMPOSSIBLE_NAMES)('drops targets whose value is invalid: %s', async (_why, text) => {
    const { asked, search } = searching();

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

    expect(asked).toEqual([[CHECKOUT]]);
  });

  test('asks the store about each target once', async () => {
    const { asked, search } = searching();
    const variants: Target = { kind: 'featureVariants', feature: 'checkout' };

    await search({ ...QUERY, anyOf: [CHECKOUT, variants, { ...CHECKOUT }, variants] });

    expect(asked).toEqual([[CHECKOUT, variants]]);
  });

  // The store must be able to return ProjectNotFound without targets.
  test.each<readonly [string, readonly Target[]]>([
    ['no target', []],
    ['no valid target', [{ kind: 'feature', name: '' }]],
  ])('asks the store about the project even with %s', async (_what, anyOf) => {
    const { asked, search } = searching();

    const result = await search({ ...QUERY, anyOf });

    expect(result.isOk() && result.value).toEqual({ coverage: LIVE, changeRequests: [] });
    expect(asked).toEqual([[]]);
  });
});

describe('searchScheduledChangeRequests: data that is too old', () => {
  const ago = (ms: number): Coverage => ({
    kind: 'as-of',
    asOf: new Date(Date.now() - ms).toISOString(),
    source: 'import',
  });
  const searched = async (coverage: Coverage, maxDataAgeMs?: number) => {
    const { search } = searching(coverage, maxDataAgeMs);
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
    const { search } = searching({ kind: 'none' }, 60_000);

    const result = await search({ ...QUERY, anyOf: [] });

    expect(result.isErr() && result.error).toEqual({
      type: 'DataTooOld',
      projectId: 'default',
      coverage: { kind: 'none' },
      maxDataAgeMs: 60_000,
    });
  });
});
