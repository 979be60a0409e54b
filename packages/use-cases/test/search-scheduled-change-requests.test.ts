import {
  type Coverage,
  makeSearchScheduledChangeRequests,
  type SearchedTarget,
} from '@forewarn/core';
import { withDataAge } from '@forewarn/record';
import { okAsync } from 'neverthrow';
import { describe, expect, test } from 'vitest';
import type { UseCases } from '../src/make-use-cases.ts';
import { allowing } from '../../core/test/authorizers.ts';
import { IMPOSSIBLE_NAMES } from '../../core/test/impossible-names.ts';

const LIVE = { kind: 'live' } as const;

function searching(
  coverage: Coverage = LIVE,
  maxDataAgeMs?: number,
): {
  readonly asked: SearchedTarget[][];
  readonly search: UseCases<string>['searchScheduledChangeRequests'];
} {
  const asked: SearchedTarget[][] = [];
  const plain = makeSearchScheduledChangeRequests({
    authorizer: allowing([]),
    reader: {
      search: ({ anyOf }) => {
        asked.push([...anyOf]);
        return okAsync({ coverage, changeRequests: [] });
      },
    },
  });
  return { asked, search: withDataAge(plain, { maxDataAgeMs }) };
}

const QUERY = { credentials: 'key', projectId: 'default' };
const CHECKOUT: SearchedTarget = { kind: 'feature', name: 'checkout' };

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
    const variants: SearchedTarget = { kind: 'featureVariants', feature: 'checkout' };

    await search({ ...QUERY, anyOf: [CHECKOUT, variants, { ...CHECKOUT }, variants] });

    expect(asked).toEqual([[CHECKOUT, variants]]);
  });

  // The store must be able to return ProjectNotFound without targets.
  test.each<readonly [string, readonly SearchedTarget[]]>([
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
  const ago = (ms: number): Coverage => {
    const asOf = new Date(Date.now() - ms).toISOString();
    return { kind: 'as-of', asOf, source: 'import' };
  };

  test.each<[string, Coverage, number | undefined]>([
    ['older data', ago(61_000), 60_000],
    ['data that was never complete', { kind: 'none' }, 60_000],
  ])('returns an error that names %s, its project and the limit', async (_what, ...given) => {
    const [coverage, maxDataAgeMs] = given;
    const result = await searching(...given).search({ ...QUERY, anyOf: [CHECKOUT] });

    const error = { type: 'DataTooOld', projectId: 'default', coverage, maxDataAgeMs };
    expect(result._unsafeUnwrapErr()).toEqual(error);
  });

  test.each<[string, Coverage, number | undefined]>([
    ['live data', LIVE, 0],
    ['data within the limit', ago(30_000), 60_000],
    ['old data without a limit', ago(61_000), undefined],
    ['data that was never complete without a limit', { kind: 'none' }, undefined],
  ])('accepts %s', async (_what, ...given) => {
    expect((await searching(...given).search({ ...QUERY, anyOf: [CHECKOUT] })).isOk()).toBe(true);
  });
});
