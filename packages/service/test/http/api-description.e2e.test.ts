import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, searchPath, strategyPath } from './ask.ts';
import { LOCATIONS, openAt, type TestLocation } from './open-stores.ts';
import { changeRequest, definition, record, register } from './sample-data.ts';
import { makeKey, serve, type ServedApp } from './served-app.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The body of an error: exactly these fields (2.2). */
const errorBody = (name: string, message: unknown = expect.any(String)) => ({
  id: expect.stringMatching(UUID),
  name,
  message,
});

describe.for(LOCATIONS)('the API description, %s', ([, make]) => {
  let location: TestLocation;
  let served: ServedApp;
  let key: string;
  const get = (path: string, asKey = key) => ask(served, { path, key: asKey });
  const remove = (path: string, asKey: string | undefined = key) =>
    ask(served, { method: 'DELETE', path, ...(asKey === undefined ? {} : { key: asKey }) });

  beforeAll(async () => {
    location = await make();
    const store = await openAt(location);
    served = await serve(store);
    key = await makeKey(store, 'admin');
    await record(
      store,
      changeRequest(
        3,
        { checkout: [{ action: 'updateStrategy', payload: { id: 's-1' } }] },
        { title: 'Checkout for all' },
      ),
      changeRequest(
        20,
        { basket: [{ action: 'archiveFeature' }] },
        { environment: 'development', schedule: failedSchedule },
      ),
      changeRequest(100, { basket: [{ action: 'deleteStrategy', payload: { id: 's-1' } }] }),
      changeRequest(4, { checkout: [{ action: 'archiveFeature' }] }, { project: 'office' }),
    );
  });

  afterAll(async () => {
    await served.stop();
    await served.store.close();
    await location.remove();
  });

  it('1. the interface under /api/admin serves the search and the delete', async () => {
    expect((await get(searchPath('shop'))).status).toBe(200);
    await register(served.store, 'one');
    expect((await remove(strategyPath('one'))).status).toBe(200);
    expect((await get('/projects/shop/change-requests/scheduled')).status).toBe(404);
  });

  it('2.1 a summary has a numeric id, an environment and an optional title', async () => {
    const { json } = await get(searchPath('shop', 'feature=checkout&feature=basket'));
    expect(json).toStrictEqual([
      { id: 3, environment: 'production', title: 'Checkout for all' },
      { id: 20, environment: 'development' },
      { id: 100, environment: 'production' },
    ]);
  });

  it('2.2 every error body is JSON with a unique id, name and message', async () => {
    const responses = [await get('/nowhere'), await get('/nowhere'), await get(searchPath('nope'))];
    for (const { headers, json } of responses) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(json).toStrictEqual(errorBody('NotFoundError'));
    }
    expect(new Set(responses.map(({ json }) => (json as { id: string }).id)).size).toBe(3);
  });

  it('2.3 a strategy definition is identified by its case-sensitive name', async () => {
    await register(served.store, 'Case');
    expect((await remove(strategyPath('case'))).status).toBe(404);
    expect((await remove(strategyPath('Case'))).status).toBe(200);
  });

  it('3. a change request with a failed schedule is still scheduled; a withdrawn one is not', async () => {
    await record(served.store, changeRequest(7, { gone: [{ action: 'archiveFeature' }] }));
    expect((await get(searchPath('shop', 'feature=gone'))).json).toHaveLength(1);
    (await served.store.writer.remove({ projectId: 'shop', id: 7 }, 'ann'))._unsafeUnwrap();
    expect((await get(searchPath('shop', 'feature=gone'))).json).toEqual([]);
    expect((await get(searchPath('shop', 'feature=basket'))).json).toContainEqual({
      id: 20,
      environment: 'development',
    });
  });

  it('4.1 rule 1: one matching parameter is enough', async () => {
    const { json } = await get(searchPath('shop', 'feature=checkout&strategyId=s-none'));
    expect(json).toEqual([{ id: 3, environment: 'production', title: 'Checkout for all' }]);
  });

  it('4.1 rule 2: an empty list without parameters', async () => {
    const { status, json } = await get(searchPath('shop'));
    expect({ status, json }).toEqual({ status: 200, json: [] });
  });

  it('4.1 rule 3: feature and strategyId return all that touch either', async () => {
    const { json } = await get(searchPath('shop', 'feature=basket&strategyId=s-1'));
    expect((json as readonly { id: number }[]).map(({ id }) => id)).toEqual([3, 20, 100]);
  });

  it('4.1 rule 4: a result has only the summary', async () => {
    const { json } = await get(searchPath('shop', 'strategyId=s-1'));
    const names = (json as readonly object[]).map((summary) => Object.keys(summary));
    expect(names).toEqual([
      ['id', 'environment', 'title'],
      ['id', 'environment'],
    ]);
  });

  it('4.1 a search returns only the project in the path', async () => {
    const { json } = await get(searchPath('office', 'feature=checkout&strategyId=s-1'));
    expect(json).toEqual([{ id: 4, environment: 'production' }]);
  });

  it('4.1 responses: 200 as JSON, 404 for an unknown project', async () => {
    const found = await get(searchPath('shop', 'feature=checkout'));
    expect(found.status).toBe(200);
    expect(found.headers['content-type']).toBe('application/json; charset=utf-8');
    for (const query of ['', 'feature=checkout']) {
      const missing = await get(searchPath('nope', query));
      expect(missing.status).toBe(404);
      expect(missing.json).toStrictEqual(
        errorBody('NotFoundError', expect.stringContaining('nope')),
      );
    }
  });

  it('4.2 deletes the definition: 200 without a body, then 404', async () => {
    await register(served.store, 'two', 'three');
    const { status, headers, text } = await remove(strategyPath('two'));
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers['content-type']).toBeUndefined();
    expect((await remove(strategyPath('two'))).status).toBe(404);
    expect((await remove(strategyPath('three'))).status).toBe(200);
  });

  it('4.2 responses: 401, 403 and 404, without deleting the definition', async () => {
    await register(served.store, 'four');
    const reader = await makeKey(served.store, 'reader of 4.2', {
      permissions: ['PROJECT_CHANGE_REQUEST_READ'],
    });
    const refused = await remove(strategyPath('four'), 'an invalid key');
    expect({ status: refused.status, json: refused.json }).toStrictEqual({
      status: 401,
      json: errorBody('AuthenticationRequired'),
    });
    const lacking = await remove(strategyPath('four'), reader);
    expect({ status: lacking.status, json: lacking.json }).toStrictEqual({
      status: 403,
      json: errorBody('NoAccessError', expect.stringContaining('DELETE_STRATEGY')),
    });
    const missing = await remove(strategyPath('five'));
    expect({ status: missing.status, json: missing.json }).toStrictEqual({
      status: 404,
      json: errorBody('NotFoundError', expect.stringContaining('five')),
    });
    expect((await remove(strategyPath('four'))).status).toBe(200);
  });

  it('5. both operations need the key in the header Authorization, without a scheme', async () => {
    for (const path of [searchPath('shop'), searchPath('nope')]) {
      const { status, json } = await ask(served, { path });
      expect({ status, json }).toEqual({ status: 401, json: errorBody('AuthenticationRequired') });
    }
    expect((await ask(served, { method: 'DELETE', path: strategyPath('x') })).status).toBe(401);
    expect((await get(searchPath('shop'), key)).status).toBe(200);
    expect((await get(searchPath('shop'), `Bearer ${key}`)).status).toBe(200);
  });

  it('5. the 403 of a search names the permission and the project', async () => {
    const elsewhere = await makeKey(served.store, 'reader of 5', {
      permissions: ['PROJECT_CHANGE_REQUEST_READ'],
      projects: ['office'],
    });
    expect((await get(searchPath('office'), elsewhere)).status).toBe(200);
    for (const project of ['shop', 'nope']) {
      const { status, json } = await get(searchPath(project), elsewhere);
      const message = expect.stringMatching(`PROJECT_CHANGE_REQUEST_READ.*${project}`);
      expect({ status, json }).toEqual({ status: 403, json: errorBody('NoAccessError', message) });
    }
  });

  it('6. a delete records the principal and the whole definition', async () => {
    const cleaner = await makeKey(served.store, 'cleaner', { permissions: ['DELETE_STRATEGY'] });
    await register(served.store, 'six');
    expect((await remove(strategyPath('six'), cleaner)).status).toBe(200);
    const [event] = (await served.store.events.list({ limit: 1 }))._unsafeUnwrap().events;
    expect(event).toMatchObject({
      type: 'strategy-deleted',
      createdBy: 'cleaner',
      preData: definition('six'),
      data: null,
    });
  });

  it('7. 404 is NotFoundError on both operations', async () => {
    for (const response of [await get(searchPath('nope')), await remove(strategyPath('nope'))]) {
      expect(response.status).toBe(404);
      expect(response.json).toStrictEqual(errorBody('NotFoundError'));
    }
  });

  it('8. no page size: a search returns every match', async () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      changeRequest(1_000 + index, { popular: [{ action: 'archiveFeature' }] }, { project: 'big' }),
    );
    await record(served.store, ...many);
    const { json } = await get(searchPath('big', 'feature=popular'));
    expect(json).toHaveLength(250);
  });

  it('9. no version segment in the paths', async () => {
    expect((await get(`/v1${searchPath('shop')}`)).status).toBe(404);
    expect((await get(searchPath('shop').replace('/admin', '/admin/v1'))).status).toBe(404);
  });
});

const failedSchedule = {
  status: 'failed',
  scheduledAt: '2026-01-01T00:00:00.000Z',
  reason: 'the flag is archived',
} as const;
