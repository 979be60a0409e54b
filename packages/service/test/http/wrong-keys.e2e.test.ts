import type { Store } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_FAILURES } from '../../src/keys/key-cache.ts';
import { type TestResponse, ask, searchPath, strategyPath } from './ask.ts';
import { serve } from './served-app.ts';

const FLOOD = 40;
const LISTED_EVERY_MS = 1_000;

/** A service that counts its lookups of keys. */
async function served(trustProxy: readonly string[] = []) {
  const store = createMemoryStore();
  const looked = { find: 0, list: 0 };
  const { apiKeys } = store;
  const counted: Store = {
    ...store,
    apiKeys: {
      ...apiKeys,
      find: (secretHash) => {
        looked.find += 1;
        return apiKeys.find(secretHash);
      },
      list: () => {
        looked.list += 1;
        return apiKeys.list();
      },
    },
  };
  const app = await serve(counted, '', trustProxy);
  onTestFinished(() => app.stop());
  const search = (key: string, headers: Readonly<Record<string, string>> = {}) =>
    ask(app, { path: searchPath('nope'), key, headers });
  const guess = (headers?: Readonly<Record<string, string>>) =>
    Promise.all(Array.from({ length: FLOOD }, (_, index) => search(`guess ${index}`, headers)));
  return { app, store, looked, search, guess };
}

const statusesOf = (responses: readonly TestResponse[]) =>
  Object.fromEntries(
    [401, 404, 429].map((code) => [code, responses.filter(({ status }) => status === code).length]),
  );

describe('invalid keys', () => {
  it('get 401, then 429 with Retry-After, without further lookups in the store', async () => {
    const { app, looked, search, guess } = await served();
    const begun = performance.now();
    expect(statusesOf(await guess())).toEqual({
      401: MAX_FAILURES,
      404: 0,
      429: FLOOD - MAX_FAILURES,
    });
    expect(looked.find).toBe(MAX_FAILURES);
    expect(looked.list).toBeLessThanOrEqual(1 + (performance.now() - begun) / LISTED_EVERY_MS);

    const refused = await search('one more');
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      json: { id: expect.any(String), name: 'TooManyRequests', message: expect.any(String) },
    });
    expect(Object.keys(refused.json as object)).toEqual(['id', 'name', 'message']);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    // One log line with the address, and without the keys.
    const told = app.lines.filter(({ address }) => address !== undefined);
    expect(told).toMatchObject([{ address: '127.0.0.1', level: 40 }]);
    expect(JSON.stringify(app.lines)).not.toContain('guess');
  });

  it('are counted for every route, before a body is read', async () => {
    const { app, guess } = await served();
    await guess();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const asked = { method, path: strategyPath('default'), key: 'wrong' };
      const body = method === 'PUT' ? { body: '{' } : {};
      expect((await ask(app, { ...asked, ...body })).status).toBe(429);
    }
    // A missing key is not a guess.
    expect((await ask(app, { path: strategyPath('default') })).status).toBe(401);
    expect((await ask(app, { path: '/ready' })).status).toBe(200);
  });

  it('are counted per client behind a trusted proxy', async () => {
    const { search, guess } = await served(['loopback']);
    await guess({ 'X-Forwarded-For': '198.51.100.7' });
    const from = async (address: string) =>
      (await search('wrong', { 'X-Forwarded-For': address })).status;
    expect(await from('198.51.100.7')).toBe(429);
    expect(await from('203.0.113.9, 198.51.100.7')).toBe(429);
    expect(await from('::ffff:198.51.100.7')).toBe(429);
    expect(await from('198.51.100.8')).toBe(401);
    await guess({ 'X-Forwarded-For': '2001:db8:1:2::3' });
    expect(await from('2001:db8:1:2:ffff::4')).toBe(429);
    expect(await from('2001:db8:1:3::3')).toBe(401);
  });

  it('are not counted by an untrusted X-Forwarded-For', async () => {
    const { search, guess } = await served();
    await guess({ 'X-Forwarded-For': '198.51.100.7' });
    expect((await search('wrong', { 'X-Forwarded-For': '198.51.100.8' })).status).toBe(429);
    expect((await search('wrong', { Forwarded: 'for=198.51.100.8' })).status).toBe(429);
  });
});
