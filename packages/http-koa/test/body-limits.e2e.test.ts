import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseWith, limitedArray } from '@forewarn/wire';
import { errorIn, json, serveAdmin } from './serve.ts';

const PATH = '/api/admin/projects/default/change-requests/scheduled/7';
const CHANGE_REQUEST = { id: 7, project: 'default', environment: 'production', state: 'Scheduled' };

const times = <T>(count: number, value: T): readonly T[] =>
  Array.from({ length: count }, () => value);

describe('issue 10, finding 2: short bodies that are expensive to check', () => {
  test.each([
    ['1 MB of "features":[1,1,…]', { features: times(500_000, 1) }],
    ['241 KiB of "changes":[1,…]', { features: [{ name: 'a', changes: times(123_000, 1) }] }],
    ['1 MB of empty objects in a payload', { comments: times(340_000, {}) }],
    ['100,000 fields', Object.fromEntries(times(90_000, 0).map((zero, i) => [`k${i}`, zero]))],
  ])('%s is a plain 400', async (_what, fields) => {
    const { ask, reports } = await serveAdmin({ isWhole: true });

    const response = await ask('PUT', PATH, json({ ...CHANGE_REQUEST, ...fields }));

    expect(errorIn(response)).toMatchObject({
      status: 400,
      message: 'the body: expected at most 50000 values; send less at once.',
      paths: [''],
    });
    expect(reports).toHaveLength(1);
  });

  test.each([
    ['features', { features: times(10_001, 1) }],
    ['features[0].changes', { features: [{ name: 'a', changes: times(10_001, 1) }] }],
    ['segments', { segments: times(10_001, 1) }],
  ])('more than 10,000 %s are one problem', async (path, fields) => {
    const { ask } = await serveAdmin({ isWhole: true });

    expect(errorIn(await ask('PUT', PATH, json({ ...CHANGE_REQUEST, ...fields })))).toMatchObject({
      status: 400,
      message: `${path}: expected at most 10000 elements.`,
      paths: [path],
    });
  });

  test('reports more than 100 fields of an object as one problem', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const fields = Object.fromEntries(times(101, 0).map((zero, i) => [`k${i}`, zero]));
    const features = [{ name: 'a', ...fields }];

    expect(errorIn(await ask('PUT', PATH, json({ ...CHANGE_REQUEST, features })))).toMatchObject({
      status: 400,
      message: 'features[0]: expected at most 100 fields.',
    });
  });

  test('a body with thousands of problems shows the first 100', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    const body = { ...CHANGE_REQUEST, features: times(9_000, 1), segments: times(9_000, 1) };

    const { status, paths, message } = errorIn(await ask('PUT', PATH, json(body)));

    expect({ status, last: paths?.at(-1), count: paths?.length }).toEqual({
      status: 400,
      last: 'features[99]',
      count: 100,
    });
    expect(message).toMatch(/ And more\.$/);
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

  test('accepts 100 levels, and refuses the 101st', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    // The body itself is one level.
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    const send = (levels: number) =>
      ask('PUT', PATH, json({ ...CHANGE_REQUEST, comments: nested(levels) }));

    expect((await send(99)).status).toBe(201);
    expect(errorIn(await send(100))).toMatchObject({
      status: 400,
      message: 'the body: expected at most 100 levels.',
    });
  });

  test.each(['"', '\\"', '\\\\', '[[[', '\\\\\\"', ',,,,'])(
    'does not count brackets, commas and %s in a text',
    async (text) => {
      const { ask } = await serveAdmin({ isWhole: true });
      const title = text.repeat(10);
      const comments = `${text}${',['.repeat(60_000)}`;

      const response = await ask('PUT', PATH, json({ ...CHANGE_REQUEST, title, comments }));

      expect(response.status).toBe(201);
    },
  );
});
