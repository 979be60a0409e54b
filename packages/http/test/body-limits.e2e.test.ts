import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { limitedArray, parseWith } from '@forewarn/wire';
import { errorIn, json, serveAdmin } from './serve.ts';

const PATH = '/api/admin/projects/default/change-requests/scheduled/7';
const CHANGE_REQUEST = { id: 7, project: 'default', environment: 'production', state: 'Scheduled' };

const times = <T>(count: number, value: T): readonly T[] =>
  Array.from({ length: count }, () => value);
const fields = (count: number) =>
  Object.fromEntries(times(count, 0).map((zero, i) => [`k${i}`, zero]));
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

/** Records the change request with more fields. */
async function record(more: object) {
  const { ask, reports } = await serveAdmin({ isWhole: true });
  return { response: await ask('PUT', PATH, json({ ...CHANGE_REQUEST, ...more })), reports };
}

describe('issue 10, finding 2: short bodies that are expensive to check', () => {
  const VALUES = 'at most 50000 values; send less at once';
  const ELEMENTS = 'at most 10000 elements';

  test.each<[string, object, string, string]>([
    ['1 MB of "features":[1,1,…]', { features: times(500_000, 1) }, '', VALUES],
    ['241 KiB of "changes":[1,…]', { features: [{ changes: times(123_000, 1) }] }, '', VALUES],
    ['1 MB of empty objects in a payload', { comments: times(340_000, {}) }, '', VALUES],
    ['90,000 fields', fields(90_000), '', VALUES],
    // The body itself is one level.
    ['101 levels', { comments: nested(100) }, '', 'at most 100 levels'],
    ['10,001 features', { features: times(10_001, 1) }, 'features', ELEMENTS],
    [
      '10,001 changes',
      { features: [{ name: 'a', changes: times(10_001, 1) }] },
      'features[0].changes',
      ELEMENTS,
    ],
    ['10,001 segments', { segments: times(10_001, 1) }, 'segments', ELEMENTS],
    [
      '101 fields of an object',
      { features: [{ name: 'a', ...fields(101) }] },
      'features[0]',
      'at most 100 fields',
    ],
  ])('%s are one problem', async (_what, more, path, expected) => {
    const { response, reports } = await record(more);

    expect(errorIn(response)).toMatchObject({
      status: 400,
      message: `${path === '' ? 'the body' : path}: expected ${expected}.`,
      paths: [path],
    });
    expect(reports).toHaveLength(1);
  });

  test('stops checking an array after the problem that says there are more', () => {
    let checked = 0;
    const element = z.string().refine(() => {
      checked += 1;
      return false;
    });

    const result = parseWith(limitedArray(element, 10_000), times(9_000, 'x'), false);

    expect(result._unsafeUnwrapErr().problems).toHaveLength(101);
    expect(checked).toBe(101);
  });

  test('accepts 100 levels', async () => {
    expect((await record({ comments: nested(99) })).response.status).toBe(201);
  });

  test.each(['"', '\\"', '\\\\', '[[[', '\\\\\\"', ',,,,'])(
    'does not count brackets, commas and %s in a text',
    async (text) => {
      const comments = `${text}${',['.repeat(60_000)}`;

      const { response } = await record({ title: text.repeat(10), comments });

      expect(response.status).toBe(201);
    },
  );
});
