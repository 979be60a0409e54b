import { describe, expect, test } from 'vitest';
import { deletionsIn } from './admin-world.ts';
import { errorIn, serveAdmin } from './serve.ts';

describe('deleting a strategy', () => {
  test('returns 200 without a body, and records who did it', async () => {
    const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });

    const response = await ask('DELETE', '/api/admin/strategies/byCountry');

    expect(response.status).toBe(200);
    expect(response.body).toBe('');
    expect(response.headers['content-length']).toBe('0');
    expect(response.headers).not.toHaveProperty('content-type');
    expect(response.headers).not.toHaveProperty('transfer-encoding');
    expect(await deletionsIn(store)).toEqual(['alice: byCountry']);
  });

  test('returns 404 for an unknown name, and for one that was deleted', async () => {
    const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });
    await ask('DELETE', '/api/admin/strategies/byCountry');

    const responses = [
      await ask('DELETE', '/api/admin/strategies/byCountry'),
      await ask('DELETE', '/api/admin/strategies/ByCountry'),
    ];

    expect(responses.map(errorIn)).toMatchObject([
      { status: 404, name: 'NotFoundError', message: 'There is no strategy "byCountry".' },
      { status: 404, name: 'NotFoundError', message: 'There is no strategy "ByCountry".' },
    ]);
    expect(await deletionsIn(store)).toHaveLength(1);
  });

  test('succeeds for exactly one of many concurrent deletes', async () => {
    const { ask, store } = await serveAdmin({ strategies: ['byCountry'] });

    const responses = await Promise.all(
      Array.from({ length: 20 }, () => ask('DELETE', '/api/admin/strategies/byCountry')),
    );

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(19);
    expect(await deletionsIn(store)).toHaveLength(1);
  });

  test('refuses to delete a built-in definition', async () => {
    const { ask, store } = await serveAdmin();

    const responses = [
      await ask('DELETE', '/api/admin/strategies/default'),
      await ask('DELETE', '/api/admin/strategies/default'),
    ];

    const refusal = {
      status: 403,
      name: 'NoAccessError',
      message: 'The strategy "default" is built in and can\'t be changed or deleted.',
    };
    expect(responses.map(errorIn)).toMatchObject([refusal, refusal]);
    expect(await deletionsIn(store)).toEqual([]);
  });

  test.each([
    ['a%2Fb', 'a/b'],
    ['a%20b', 'a b'],
    ['a+b', 'a+b'],
    ['50%25', '50%'],
    ['%2561', '%61'],
    ['%C3%BCber', 'über'],
    ['%F0%9F%98%80', '😀'],
    ['a%5Cb', 'a\\b'],
    ['a;b', 'a;b'],
    ["a'b", "a'b"],
    ['%2E%2E', '..'],
    ['__proto__', '__proto__'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('decodes %s once', async (path, name) => {
    const { ask, store } = await serveAdmin({ strategies: [name] });

    const response = await ask('DELETE', `/api/admin/strategies/${path}`);

    expect(response.status).toBe(200);
    expect(await deletionsIn(store)).toEqual([`alice: ${name}`]);
  });

  test('ignores a query without a guard', async () => {
    const { ask } = await serveAdmin({ strategies: ['byCountry'] });

    const response = await ask('DELETE', '/api/admin/strategies/byCountry?feature=%zz&force=true');

    expect(response.status).toBe(200);
  });
});
