import { EVENT_TYPES } from '@forewarn/core/operator';
import { describe, expect, test } from 'vitest';
import type { QueryParameter } from '@forewarn/wire';
import { eventQuery } from '../src/routes/event-routes.ts';

const pageOf = (...parameters: readonly QueryParameter[]) =>
  eventQuery(parameters, false)._unsafeUnwrap();

const problemsOf = (parameters: readonly QueryParameter[], isStrict = false) =>
  eventQuery(parameters, isStrict)._unsafeUnwrapErr().problems;

const LIMIT = { path: 'limit', expected: 'a whole number from 1 to 1000' };
const CURSOR = { path: 'cursor', expected: 'the nextCursor of a response' };

describe('eventQuery', () => {
  test('without parameters is the newest hundred events', () => {
    expect(pageOf()).toStrictEqual({ limit: 100 });
  });

  test('reads each parameter', () => {
    expect(
      pageOf(['cursor', '7'], ['limit', '5'], ['project', 'a b'], ['type', 'project-created']),
    ).toStrictEqual({ limit: 5, before: 7, type: 'project-created', project: 'a b' });
  });

  test.each(EVENT_TYPES)('knows the type %s', (type) => {
    expect(pageOf(['type', type])).toStrictEqual({ limit: 100, type });
  });

  test.each([
    ['1', 1],
    ['1000', 1000],
    ['007', 7],
  ])('the limit can be %s', (text, limit) => {
    expect(pageOf(['limit', text])).toStrictEqual({ limit });
  });

  test.each(['', '0', '0000', '1001', '9999', '-1', '+1', '1.5', '1e2', ' 1', '1\n', '１', 'x'])(
    "the limit can't be %j",
    (limit) => {
      expect(problemsOf([['limit', limit]])).toEqual([LIMIT]);
    },
  );

  test.each([
    ['0', 0],
    ['1', 1],
    ['999999999999999', 999_999_999_999_999],
  ])('the cursor can be %s', (cursor, before) => {
    expect(pageOf(['cursor', cursor])).toStrictEqual({ limit: 100, before });
  });

  test.each(['', '-1', '1.5', '1e2', ' 1', 'x', '1000000000000000', '9007199254740993'])(
    "the cursor can't be %j",
    (cursor) => {
      expect(problemsOf([['cursor', cursor]])).toEqual([CURSOR]);
    },
  );

  test.each(['', 'strategy', 'Strategy-created', 'strategy-created ', '__proto__'])(
    "the type can't be %j",
    (type) => {
      expect(problemsOf([['type', type]])).toEqual([
        { path: 'type', expected: `one of ${EVENT_TYPES.join(', ')}` },
      ]);
    },
  );

  test('reports all problems at once', () => {
    const wrong = problemsOf([
      ['cursor', 'x'],
      ['limit', 'x'],
      ['type', 'x'],
    ]);

    expect(wrong.map(({ path }) => path).toSorted()).toEqual(['cursor', 'limit', 'type']);
  });

  test.each(['type', 'project', 'limit', 'cursor'])('refuses a repeated %s', (name) => {
    expect(
      problemsOf([
        [name, '1'],
        [name, '1'],
      ]),
    ).toEqual([{ path: `the query parameter "${name}"`, expected: 'it only once' }]);
  });

  test('ignores unknown parameters, and refuses them when strict', () => {
    const unknown: readonly QueryParameter[] = [
      ['nosuch', '1'],
      ['nosuch', '2'],
      ['__proto__', 'x'],
      ['Limit', '7'],
    ];

    expect(pageOf(...unknown)).toStrictEqual({ limit: 100 });
    expect(problemsOf(unknown, true).map(({ path }) => path)).toEqual([
      'nosuch',
      '__proto__',
      'Limit',
    ]);
    expect(eventQuery([['limit', '5']], true)._unsafeUnwrap()).toStrictEqual({ limit: 5 });
  });
});
