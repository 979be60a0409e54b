import { RECORDED_EVENT_TYPES } from '@forewarn/record';
import { describe, expect, test } from 'vitest';
import { eventQuery, eventQuerySchemaWith } from '../src/routes/event-routes.ts';

const SCHEMA = eventQuerySchemaWith([]);

const read = (query: string, isStrict = false) =>
  eventQuery(SCHEMA, [...new URLSearchParams(query)], isStrict);

const problemsOf = (query: string, isStrict = false) =>
  read(query, isStrict)._unsafeUnwrapErr().problems;

const TYPES = `one of ${RECORDED_EVENT_TYPES.join(', ')}`;
const REFUSED = [
  ['limit', 'a whole number from 1 to 1000', ['', '0', '0000', '1001', '9999', '-1', '+1', '1.5']],
  ['limit', 'a whole number from 1 to 1000', ['1e2', ' 1', '1\n', '１', 'x']],
  ['cursor', 'the nextCursor of a response', ['', '-1', '1.5', '1e2', ' 1', 'x']],
  ['cursor', 'the nextCursor of a response', ['1000000000000000', '9007199254740993']],
  ['after', 'the id of an event', ['', '-1', '1.5', 'x', '1000000000000000']],
  ['type', TYPES, ['', 'strategy', 'Strategy-created', 'strategy-created ', '__proto__']],
] as const;

describe('eventQuery', () => {
  test.each<readonly [query: string, expected: object]>([
    // The newest hundred events.
    ['', {}],
    ['cursor=7&limit=5&project=a+b', { limit: 5, before: 7, project: 'a b' }],
    ['limit=1', { limit: 1 }],
    ['limit=1000', { limit: 1000 }],
    ['limit=007', { limit: 7 }],
    ['cursor=0', { before: 0 }],
    ['after=0', { after: 0 }],
    ['after=7&type=project-created', { after: 7, type: 'project-created' }],
    ['cursor=1', { before: 1 }],
    ['cursor=999999999999999', { before: 999_999_999_999_999 }],
    ...RECORDED_EVENT_TYPES.map((type) => [`type=${type}`, { type }] as const),
    ['nosuch=1&nosuch=2&__proto__=x&Limit=7', {}],
  ])('reads "%s"', (query, expected) => {
    expect(read(query)._unsafeUnwrap()).toStrictEqual({ limit: 100, ...expected });
  });

  test.each(
    REFUSED.flatMap(([path, expected, values]) =>
      values.map((value) => [path, value, expected] as const),
    ),
  )("the %s can't be %j", (path, value, expected) => {
    const query = new URLSearchParams([[path, value]]).toString();

    expect(problemsOf(query)).toEqual([{ path, expected }]);
  });

  test('reports all problems at once', () => {
    const paths = problemsOf('cursor=x&limit=x&type=x').map(({ path }) => path);

    expect(paths.toSorted()).toEqual(['cursor', 'limit', 'type']);
  });

  test.each(['type', 'project', 'limit', 'cursor', 'after'])('refuses a repeated %s', (name) => {
    const path = `the query parameter "${name}"`;

    expect(problemsOf(`${name}=1&${name}=1`)).toEqual([{ path, expected: 'it only once' }]);
  });

  test('refuses unknown parameters when strict', () => {
    const problems = problemsOf('nosuch=1&nosuch=2&__proto__=x&Limit=7', true);

    expect(problems.map(({ path }) => path)).toEqual(['nosuch', '__proto__', 'Limit']);
    expect(read('limit=5', true)._unsafeUnwrap()).toStrictEqual({ limit: 5 });
  });
});
