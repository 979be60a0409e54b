import type { CleanupFilter, CleanupPage } from '@forewarn/client';
import { describe, expect, test } from 'vitest';
import { askCleanup, type CleanupPlan } from '../../src/cleanup/ask-cleanup.ts';
import {
  markdownOf,
  summaryOf,
  tableOf,
  verdictOf,
  whysOf,
} from '../../src/cleanup/cleanup-report.ts';
import { candidate, later, seen } from './plans.ts';

const done = (value: CleanupPage) => ({ outcome: 'done', value }) as const;
const failure = { type: 'TimedOut', message: 'too late' } as const;

/** A client whose pages are these, in order; the last repeats. */
function clientOf(...pages: readonly (CleanupPage | undefined)[]) {
  const asked: CleanupFilter[] = [];
  const getCleanup = async (filter: CleanupFilter = {}) => {
    asked.push(filter);
    const page = pages[Math.min(asked.length, pages.length) - 1];
    return page === undefined ? ({ outcome: 'unknown', failure } as const) : done(page);
  };
  return { asked, client: { getCleanup } };
}

const page = (...candidates: CleanupPage['candidates'][number][]): CleanupPage => ({
  coverage: 'live',
  candidates,
});

const blockedBy = (name: string, children: readonly string[]) =>
  candidate(name, {
    verdict: 'blocked',
    reasons: ['has-children'],
    evidence: [{ rule: 'has-children', evidence: 'measured', why: 'x', children: [...children] }],
  });

describe('asking what can be removed', () => {
  test('reads all pages of each project, and orders them as they can be removed', async () => {
    const { client, asked } = clientOf(
      { ...page(seen('a'), later('b')), cursor: 'x' },
      {
        ...page(candidate('c', { wave: 2 }), candidate('d')),
        coverage: 'as-of',
        asOf: '2026-11-20T10:00:00Z',
      },
      page(candidate('e')),
    );
    const plan = await askCleanup(client, { project: ['shop', 'office', 'shop'], quietDays: 3 });

    expect(plan.candidates.map(({ target }) => target.feature)).toEqual(['d', 'e', 'c', 'b', 'a']);
    expect(plan).toMatchObject({ quietDays: 3, coverage: 'as-of', asOf: '2026-11-20T10:00:00Z' });
    expect(asked).toEqual([
      { projectId: 'shop', quietDays: 3 },
      { projectId: 'shop', quietDays: 3, cursor: 'x' },
      { projectId: 'office', quietDays: 3 },
    ]);
  });

  test('asks about named features in requests that are not too long', async () => {
    const { client, asked } = clientOf(page());
    const features = [
      ...Array.from({ length: 101 }, (_each, at) => `f${at}`),
      'ä'.repeat(255),
      'ö'.repeat(255),
      'ü'.repeat(255),
      'f0',
    ];
    await askCleanup(client, { quietDays: 7, named: { features, definitions: [] } });

    expect(asked.map((each) => each.features?.length)).toEqual([100, 3, 1]);
    expect(new Set(asked.flatMap((each) => each.features ?? [])).size).toBe(104);
  });

  test('asks again about features with children that are in another request', async () => {
    const names = Array.from({ length: 150 }, (_each, at) => `f${at}`);
    // A feature of each request depends on the first one, and one that is not named on the second.
    const childrenOf = new Map([
      ['f0', ['f2', 'f149']],
      ['f1', ['other']],
    ]);
    const asked: (readonly string[])[] = [];
    const getCleanup = async ({ features = [] }: CleanupFilter = {}) => {
      asked.push(features);
      return done(
        page(
          ...features.map((name) => {
            const children = childrenOf.get(name) ?? [];
            const left = children.filter((child) => !features.includes(child));
            return left.length === 0 ? candidate(name) : blockedBy(name, left);
          }),
        ),
      );
    };
    const plan = await askCleanup(
      { getCleanup },
      { quietDays: 7, named: { features: names, definitions: [] } },
    );

    expect(asked.map((each) => each.length)).toEqual([100, 50, 2, 3]);
    expect(plan.candidates).toHaveLength(150);
    expect(plan.candidates.filter(({ verdict }) => verdict !== 'now')).toEqual([
      blockedBy('f1', ['other']),
    ]);
  });

  test.each([
    ['an error', [undefined], 'too late'],
    ['a page that repeats', [{ ...page(), cursor: 'x' }], 'repeats a page'],
    [
      'too many pages',
      [
        { ...page(), cursor: 'x' },
        { ...page(), cursor: 'y' },
      ],
      'too long',
    ],
  ] as const)('stops at %s, and says so', async (_what, pages, says) => {
    const { client } = clientOf(...pages);
    const plan = await askCleanup(client, { quietDays: 7 }, { maxPages: 2 });

    expect(plan.failure?.message).toContain(says);
    expect(summaryOf(plan, undefined)).toMatch(/^unknown what can be removed: /);
    expect(summaryOf({ ...plan, candidates: [candidate('a')] }, undefined)).toMatch(
      /^1 can be removed now, .*; unknown what else can be removed: /,
    );
  });
});

test('asks about no other project once one can not be read', async () => {
  const { client, asked } = clientOf(undefined, page());
  const plan = await askCleanup(client, { project: ['shop', 'office'], quietDays: 7 });

  expect(plan.failure).toEqual(failure);
  expect(asked).toHaveLength(1);
});

describe('the report', () => {
  const change = { project: 'shop', id: 7, environment: 'production', title: 'Retire it' };
  const touched = later('b', {
    evidence: [
      {
        rule: 'feature-archived',
        evidence: 'documented',
        why: 'x',
        changeRequest: change,
        forecast: 'as-planned',
      },
    ],
  });
  const plan: CleanupPlan = {
    quietDays: 7,
    coverage: 'live',
    candidates: [candidate('a'), touched, seen('c')],
  };

  test('is a table', () => {
    expect(tableOf(plan, true)).toBe(`\
target           verdict                     wave  why
the feature "a"  now                         1
the feature "b"  after 2026-11-24 17:00 UTC  1     #7 in shop: Retire it, in production, as-planned
the feature "c"  blocked                     1     an application asked for it within the quiet time
                                                   last seen at 2026-11-20T10:00:00.000Z
`);
    expect(tableOf(plan, false)).toContain('project');
  });

  test('names no minute before the time of a removal has come', () => {
    const after = '2026-11-24T17:00:00.001Z';

    expect(verdictOf({ verdict: 'after', after })).toBe('after 2026-11-24 17:01 UTC');
  });

  test('counts the verdicts', () => {
    expect(summaryOf(plan, 'the data is live')).toBe(
      '1 can be removed now, 1 later, 1 blocked, 0 unknown; the data is live',
    );
  });

  test('is Markdown with a marker', () => {
    const written = markdownOf(plan, 'a summary');

    expect(written.split('\n')[0]).toBe('<!-- forewarn cleanup -->');
    expect(written).toContain('| `the feature "a"` | `shop` | `now` | `1` |  |');
  });
});

test.each([
  [{ features: ['a', 'b'], count: 2, isWhole: true }, ['used by a, b']],
  [{ features: ['a', 'b'], count: 2, isWhole: false }, ['used by a, b, and maybe others']],
  [{ features: ['a', 'b'], count: 5, isWhole: true }, ['used by a, b and 3 more']],
  [
    { features: ['a', 'b'], count: 5, isWhole: false },
    ['used by a, b and 3 more, and maybe others'],
  ],
  [{ features: [], count: 0, isWhole: true }, []],
])('says that %j use a definition', (usedBy, says) => {
  expect(whysOf({ ...candidate('gradual'), usedBy })).toEqual(says);
});
