import { expect, test } from 'vitest';
import { planIn } from '../../cli/src/cleanup/read-plan.ts';
import {
  afterText,
  type Candidate,
  groupsOf,
  isCleanupPage,
  jsonOf,
  planOf,
  planText,
} from '../page/cleanup/plan.ts';

const candidate = (
  feature: string,
  verdict: Candidate['verdict'],
  more: Partial<Candidate> = {},
): Candidate => ({
  target: { feature },
  project: 'shop',
  verdict,
  reasons: verdict === 'blocked' || verdict === 'unknown' ? ['doubt'] : [],
  evidence: [],
  fingerprint: `of ${feature}`,
  ...more,
});

const AFTER = { wave: 1, after: '2026-11-27T09:00:00Z' };
const SOONER = { wave: 1, after: '2026-11-26T09:00:00Z' };

const PAGES = [
  {
    coverage: 'live' as const,
    candidates: [candidate('u', 'unknown'), candidate('late', 'after', AFTER)],
  },
  {
    coverage: 'as-of' as const,
    asOf: '2026-11-23T08:00:00Z',
    candidates: [
      candidate('b', 'blocked'),
      candidate('soon', 'after', SOONER),
      candidate('parent', 'now', { wave: 2 }),
      candidate('child', 'now', { wave: 1 }),
    ],
  },
];

test('pages are one plan, in the order of removal, that the command takes', () => {
  const plan = planOf(PAGES, 30);

  expect(
    groupsOf(plan).map(({ title, candidates }) => [title, candidates.map(nameOf).join()]),
  ).toEqual([
    ['Can be removed now: wave 1', 'child'],
    ['Can be removed now: wave 2', 'parent'],
    ['Can be removed later: wave 1', 'soon,late'],
    ['Blocked', 'b'],
    ['Not known', 'u'],
  ]);
  expect(plan).toMatchObject({ coverage: 'as-of', asOf: '2026-11-23T08:00:00Z' });
  expect(planIn(jsonOf(plan))._unsafeUnwrap()).toMatchObject({
    quietDays: 30,
    candidates: plan.candidates.map(({ fingerprint, verdict }) => ({ fingerprint, verdict })),
  });
});

const nameOf = ({ target }: Candidate): string | undefined => target.feature;

test('no minute is named before the time of a removal has come', () => {
  expect(afterText('2026-11-27T09:00:00.001Z')).toBe(afterText('2026-11-27T09:01:00Z'));
});

test('what was read is told, and is no all-clear before its end or without data', () => {
  const none = [{ coverage: 'live' as const, candidates: [] }];

  expect(planText(planOf(PAGES, 7), true, false)).toBe(
    '2 can be removed now, 2 later, 1 blocked, 1 unknown.',
  );
  expect(planText(planOf(PAGES, 7), false, false)).toBe('Read 6 candidates so far.');
  expect(planText(planOf(none, 7), false, false)).toBe('Read 0 candidates so far.');
  expect(planText(planOf(none, 7), true, true)).toMatch(/^No feature is known that .* completed, /);
  expect(planText(planOf(none, 7), true, false)).toContain('no strategy definition');
  const unknown = [...none, { coverage: 'none' as const, candidates: [] }];
  expect(planText(planOf(unknown, 7), true, false)).toContain('not all data is there');
});

test.for<[string, unknown]>([
  ['nothing', undefined],
  ['another body', { message: 'hello' }],
  [
    'an allowed removal with reasons',
    { coverage: 'live', candidates: [candidate('x', 'now', { reasons: ['doubt'] })] },
  ],
  ['one without a time', { coverage: 'live', candidates: [candidate('x', 'after')] }],
  [
    'one with a time of its own',
    { coverage: 'live', candidates: [candidate('x', 'now', { after: '2026-11-27T09:00:00Z' })] },
  ],
  [
    'another verdict',
    { coverage: 'live', candidates: [{ ...candidate('x', 'unknown'), verdict: 'fine' }] },
  ],
])('%s is no page of a plan', ([, body]) => {
  expect(PAGES.every(isCleanupPage)).toBe(true);
  expect(isCleanupPage(body)).toBe(false);
});
