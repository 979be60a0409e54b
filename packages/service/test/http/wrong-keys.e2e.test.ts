import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect, it } from 'vitest';
import { MAX_FAILURES } from '../../src/keys/key-cache.ts';
import { ask, searchPath, strategyPath } from './ask.ts';
import { serveHere } from './with-stores.ts';

const FLOOD = 40;

/** A service, and guesses of keys. */
async function served() {
  const app = await serveHere(createMemoryStore({}, [memoryOperate]));
  const search = (key: string) => ask(app, { path: searchPath('nope'), key });
  const guess = () =>
    Promise.all(Array.from({ length: FLOOD }, (_, index) => search(`guess ${index}`)));
  return { app, search, guess };
}

describe('invalid keys', () => {
  it('get 401, then 429 with Retry-After', async () => {
    const { app, search, guess } = await served();
    const statuses = Map.groupBy(await guess(), ({ status }) => status);
    expect(statuses.get(401)).toHaveLength(MAX_FAILURES);
    expect(statuses.get(429)).toHaveLength(FLOOD - MAX_FAILURES);

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
});
