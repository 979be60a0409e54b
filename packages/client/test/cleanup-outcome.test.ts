import { describe, expect, test } from 'vitest';
import { callOn, json } from './fake-network.ts';

const removal = {
  target: { feature: 'sale' },
  project: 'shop',
  verdict: 'now',
  wave: 1,
  reasons: [],
  evidence: [],
  fingerprint: 'f',
};
const page = (...candidates: readonly object[]) => ({ coverage: 'live', candidates });

const ask = (body: unknown, headers = {}) =>
  callOn(
    () => json(body, 200, headers),
    (client) => client.getCleanup({ projectId: 'shop', features: ['a', 'b'], quietDays: 3 }),
  );

describe('a page of what can be removed', () => {
  test('has its candidates, and the cursor of the next page', async () => {
    const link = '</api/admin/projects/shop/cleanup?cursor=abc>; rel="next"';
    const { outcome, requests } = await ask(page(removal), { Link: link });

    expect(outcome).toEqual({ outcome: 'done', value: { ...page(removal), cursor: 'abc' } });
    expect(String(requests[0]?.url)).toBe(
      'https://flags.example.com/api/admin/projects/shop/cleanup?quietDays=3&feature=a&feature=b',
    );
  });

  test.each([{ coverage: 'none' }, { coverage: 'as-of', asOf: '2026-11-21T10:42:00.000Z' }])(
    'can be of older data, or of projects without any: %j',
    async (age) => {
      const { outcome } = await ask({ ...page(removal), ...age });

      expect(outcome).toEqual({ outcome: 'done', value: { ...page(removal), ...age } });
    },
  );

  test.each([
    ['is a list', []],
    ['has no candidates', { coverage: 'live' }],
    ['has no coverage', { candidates: [] }],
    ['has another coverage', { ...page(removal), coverage: 'partial' }],
    ['is of no time', { ...page(removal), coverage: 'as-of' }],
    ['has a candidate without a target', page({ ...removal, target: undefined })],
    ['has another verdict', page({ ...removal, verdict: 'maybe' })],
    ['allows something in spite of a reason', page({ ...removal, reasons: ['used'] })],
    ['blocks something without a reason', page({ ...removal, verdict: 'blocked' })],
    ['allows something later without a time', page({ ...removal, verdict: 'after' })],
    ['allows something at once at a time', page({ ...removal, after: '2026-11-27T09:00:00Z' })],
    ['has no fingerprint', page({ ...removal, fingerprint: undefined })],
  ])('is unknown if it %s', async (_what, body) => {
    const { outcome } = await ask(body);

    expect(outcome).toMatchObject({ outcome: 'unknown', failure: { type: 'UnreadableResponse' } });
  });
});
