import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type TestResponse, searchPath, strategyPath } from './ask.ts';
import { LOCATIONS, openAt, type TestLocation } from './open-stores.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { makeKey, serve, type ServedApp } from './served-app.ts';

/** An error body has exactly these fields. */
function expectError({ status, json, headers }: TestResponse, wanted: number, name: string): void {
  const list: unknown = expect.any(Array);
  const details = name === 'BadDataError' ? { details: list } : {};
  expect({ status, json }).toStrictEqual({
    status: wanted,
    json: { id: expect.any(String), name, message: expect.any(String), ...details },
  });
  expect(headers['content-type']).toContain('application/json');
}

const messageOf = ({ json }: TestResponse): string => (json as { message: string }).message;

describe.for(LOCATIONS)('bad input, %s', ([, make]) => {
  let location: TestLocation;
  let served: ServedApp;
  let key: string;

  beforeAll(async () => {
    location = await make();
    const store = await openAt(location);
    served = await serve(store, '/flags');
    key = await makeKey(store, 'admin');
    await record(store, changeRequest(1, { checkout: [{ action: 'archiveFeature' }] }));
    await register(store, 'kept');
  });

  afterAll(async () => {
    await served.stop();
    await served.store.close();
    await location.remove();
  });

  const get = (path: string, more: object = {}) =>
    ask(served, { path: `/flags${path}`, key, ...more });
  const remove = (name: string, more: object = {}) =>
    ask(served, { method: 'DELETE', path: `/flags${strategyPath(name)}`, key, ...more });

  it('401 for no key, and for an empty, an unknown or a revoked one', async () => {
    const revoked = await makeKey(served.store, 'revoked');
    (await served.store.apiKeys.revoke('revoked'))._unsafeUnwrap();
    for (const wrong of [
      undefined,
      '',
      ' ',
      'Bearer',
      'Bearer ',
      'Basic eA==',
      'unknown',
      revoked,
    ]) {
      expectError(await remove('kept', { key: wrong }), 401, 'AuthenticationRequired');
      expectError(await get(searchPath('shop'), { key: wrong }), 401, 'AuthenticationRequired');
    }
  });

  it('403 with the permission for a key that lacks the permission or the project', async () => {
    const writer = await makeKey(served.store, 'writer', { permissions: ['UPDATE_STRATEGY'] });
    const elsewhere = await makeKey(served.store, 'elsewhere', { projects: ['office'] });
    for (const lacking of [writer, elsewhere]) {
      const deleted = await remove('kept', { key: lacking });
      expectError(deleted, 403, 'NoAccessError');
      expect(messageOf(deleted)).toContain('DELETE_STRATEGY');
      const searched = await get(searchPath('shop'), { key: lacking });
      expectError(searched, 403, 'NoAccessError');
      expect(messageOf(searched)).toContain('PROJECT_CHANGE_REQUEST_READ');
    }
  });

  it('404 for an unknown project, strategy or route', async () => {
    expectError(await get(searchPath('nope')), 404, 'NotFoundError');
    expectError(await remove('nope'), 404, 'NotFoundError');
    for (const path of [
      '/home',
      '/api/admin',
      '/api/admin/strategies/a/b',
      '/api/admin/features',
    ]) {
      expectError(await get(path), 404, 'NotFoundError');
    }
    expectError(await ask(served, { path: searchPath('shop'), key }), 404, 'NotFoundError');
  });

  it('405 with Allow for a wrong method', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const response = await get(searchPath('shop'), { method });
      expectError(response, 405, 'MethodNotAllowed');
      expect(response.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    }
    for (const method of ['POST', 'PATCH']) {
      const response = await remove('kept', { method });
      expectError(response, 405, 'MethodNotAllowed');
      expect(response.headers.allow).toBe('GET, HEAD, PUT, DELETE, OPTIONS');
    }
  });

  it.for(['%', '%zz', '%E0%A4%A', '%FF', '%ED%A0%80', 'a%2'])(
    '400 for malformed percent-encoding: %o',
    async (broken) => {
      expectError(await remove(broken), 400, 'BadDataError');
      expectError(await get(searchPath(broken)), 400, 'BadDataError');
      expectError(await get(searchPath('shop', `feature=${broken}`)), 400, 'BadDataError');
    },
  );

  it.for([
    ['a NUL', 'a%00b'],
    ['only a NUL', '%00'],
    ['a line break', 'a%0Ab'],
    ['256 characters', 'a'.repeat(256)],
    ['5,000 characters', 'a'.repeat(5_000)],
    ['an SQL fragment', "x';%20drop%20table%20strategies;--"],
    ['a wildcard', '%25'],
    ['a prototype', '__proto__'],
    ['a constructor', 'constructor'],
  ] as const)('404 for a name with %s, and no match', async ([, name]) => {
    expectError(await remove(name), 404, 'NotFoundError');
    expectError(await get(searchPath(name)), 404, 'NotFoundError');
    const { status, json } = await get(searchPath('shop', `feature=${name}&strategyId=${name}`));
    expect({ status, json }).toEqual({ status: 200, json: [] });
  });

  it('finds names of 255 characters and of every script', async () => {
    const names = ['n'.repeat(255), 'é', 'e\u0301', 'Ω 100 %', 'a/b?c#d', '日本語', '🧪', '\'"'];
    await register(served.store, ...names);
    for (const name of names) {
      expect((await remove(encodeURIComponent(name))).status).toBe(200);
    }
  });

  it('403 for deleting a built-in strategy', async () => {
    for (const name of ['default', 'flexibleRollout']) {
      expectError(await remove(name), 403, 'NoAccessError');
      expectError(await remove(name), 403, 'NoAccessError');
    }
  });

  it('400 with the name of an unknown parameter under Prefer: handling=strict', async () => {
    const headers = { Prefer: 'handling=strict' };
    const mistyped = await get(searchPath('shop', 'featur=checkout'), { headers });
    expectError(mistyped, 400, 'BadDataError');
    expect(messageOf(mistyped)).toContain('"featur"');
    expect((await get(searchPath('shop', 'feature=checkout'), { headers })).status).toBe(200);
    expect((await get(searchPath('shop', 'featur=checkout'))).json).toEqual([]);
  });

  it('ignores a body on GET or DELETE, whatever its type', async () => {
    for (const type of ['application/json', 'text/plain', 'nonsense', 'application/x-gzip']) {
      const more = { body: '{broken', headers: { 'Content-Type': type } };
      expect((await get(searchPath('shop', 'feature=checkout'), more)).json).toHaveLength(1);
      expectError(await remove('nope', more), 404, 'NotFoundError');
    }
    const big = { body: Buffer.alloc(5_000_000, 'x') };
    expectError(await remove('nope', big), 404, 'NotFoundError');
  });

  it('431 or 414 in the same shape for a long header or target', async () => {
    const large = await get('/health', { headers: { 'X-Large': 'x'.repeat(40_000) } });
    expectError(large, 431, 'HeaderTooLarge');
    const many = await get(searchPath('shop', 'feature=checkout&'.repeat(1_000)));
    expectError(many, 414, 'UriTooLong');
  });

  it('none of these requests changed anything', async () => {
    expect((await get(searchPath('shop', 'feature=checkout'))).json).toHaveLength(1);
    expect((await remove('kept')).status).toBe(200);
  });
});
