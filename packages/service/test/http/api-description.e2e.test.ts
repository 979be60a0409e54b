import { beforeAll, describe, expect, it } from 'vitest';
import { searchPath, strategyPath } from './ask.ts';
import { LOCATIONS } from './open-stores.ts';
import { changeRequest, definition, record, register } from './sample-data.ts';
import { serveFor } from './with-stores.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The body of an error: exactly these fields (2.2). */
const errorBody = (name: string, message: unknown = expect.any(String)) => ({
  id: expect.stringMatching(UUID),
  name,
  message,
});

const archive = [{ action: 'archiveFeature' }];
const CHECKOUT = { id: 3, environment: 'production', title: 'Checkout for all' };

describe.for(LOCATIONS)('the API description, %s', ([, make]) => {
  const world = serveFor(make);
  const get = (path: string, key?: string) =>
    world.ask('GET', '', { path, ...(key === undefined ? {} : { key }) });
  const search = async (project: string, query?: string) =>
    (await get(searchPath(project, query))).json;
  const remove = (name: string, key?: string) =>
    world.ask('DELETE', `/strategies/${name}`, key === undefined ? {} : { key });
  const add = (...names: readonly string[]) => register(world.store, ...names);

  beforeAll(() =>
    record(
      world.store,
      changeRequest(
        3,
        { checkout: [{ action: 'updateStrategy', payload: { id: 's-1' } }] },
        { title: 'Checkout for all' },
      ),
      changeRequest(
        20,
        { basket: archive },
        { environment: 'development', schedule: failedSchedule },
      ),
      changeRequest(100, { basket: [{ action: 'deleteStrategy', payload: { id: 's-1' } }] }),
      changeRequest(4, { checkout: archive }, { project: 'office' }),
    ),
  );

  it('2.1 and 4.1 rule 4: a result has only the summary: a numeric id, an environment and an optional title', async () => {
    expect(await search('shop', 'feature=checkout&feature=basket')).toStrictEqual([
      CHECKOUT,
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
    await add('Case');
    expect((await remove('case')).status).toBe(404);
    expect((await remove('Case')).status).toBe(200);
  });

  it('3. a change request with a failed schedule is still scheduled; a withdrawn one is not', async () => {
    await record(world.store, changeRequest(7, { gone: archive }));
    expect(await search('shop', 'feature=gone')).toHaveLength(1);
    (await world.store.writer.remove({ projectId: 'shop', id: 7 }, 'ann'))._unsafeUnwrap();
    expect(await search('shop', 'feature=gone')).toEqual([]);
    const failed = { id: 20, environment: 'development' };
    expect(await search('shop', 'feature=basket')).toContainEqual(failed);
  });

  it('4.1 rule 1: one matching parameter is enough', async () => {
    expect(await search('shop', 'feature=checkout&strategyId=s-none')).toEqual([CHECKOUT]);
  });

  it('4.1 rule 2: an empty list without parameters', async () => {
    expect(await get(searchPath('shop'))).toMatchObject({ status: 200, text: '[]' });
  });

  it('4.1 rule 3: feature and strategyId return all that touch either', async () => {
    const found = await search('shop', 'feature=basket&strategyId=s-1');
    expect((found as readonly { id: number }[]).map(({ id }) => id)).toEqual([3, 20, 100]);
  });

  it('4.1 a search returns only the project in the path', async () => {
    const found = await search('office', 'feature=checkout&strategyId=s-1');
    expect(found).toEqual([{ id: 4, environment: 'production' }]);
  });

  it('1., 4.1 and 7. responses under /api/admin: 200 as JSON, NotFoundError for an unknown project', async () => {
    const found = await get(searchPath('shop', 'feature=checkout'));
    expect(found.status).toBe(200);
    expect(found.headers['content-type']).toBe('application/json; charset=utf-8');
    for (const query of ['', 'feature=checkout']) {
      const { status, json } = await get(searchPath('nope', query));
      expect(status).toBe(404);
      expect(json).toStrictEqual(errorBody('NotFoundError', expect.stringContaining('nope')));
    }
  });

  it('4.2 deletes the definition: 200 without a body, then 404', async () => {
    await add('two', 'three');
    const { status, headers, text } = await remove('two');
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers['content-type']).toBeUndefined();
    expect((await remove('two')).status).toBe(404);
    expect((await remove('three')).status).toBe(200);
  });

  it('4.2 and 7. responses: 401, 403 and NotFoundError, without deleting the definition', async () => {
    await add('four');
    const permissions = ['PROJECT_CHANGE_REQUEST_READ'] as const;
    const reader = await world.makeKey('reader of 4.2', { permissions });
    for (const [name, key, expected, error, says] of [
      ['four', 'an invalid key', 401, 'AuthenticationRequired', ''],
      ['four', reader, 403, 'NoAccessError', 'DELETE_STRATEGY'],
      ['five', undefined, 404, 'NotFoundError', 'five'],
    ] as const) {
      const { status, json } = await remove(name, key);
      expect(status).toBe(expected);
      expect(json).toStrictEqual(errorBody(error, expect.stringContaining(says)));
    }
    expect((await remove('four')).status).toBe(200);
  });

  it('5. both operations need the key in the header Authorization, without a scheme', async () => {
    const keyless: object = { key: undefined };
    for (const path of [searchPath('shop'), searchPath('nope')]) {
      const { status, json } = await world.ask('GET', '', { path, ...keyless });
      expect({ status, json }).toEqual({ status: 401, json: errorBody('AuthenticationRequired') });
    }
    expect((await world.ask('DELETE', '/strategies/x', keyless)).status).toBe(401);
    const key = await world.makeKey('of 5');
    expect((await get(searchPath('shop'), key)).status).toBe(200);
    expect((await get(searchPath('shop'), `Bearer ${key}`)).status).toBe(200);
  });

  it('5. the 403 of a search names the permission and the project', async () => {
    const elsewhere = await world.makeKey('reader of 5', {
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
    const cleaner = await world.makeKey('cleaner', { permissions: ['DELETE_STRATEGY'] });
    await add('six');
    expect((await remove('six', cleaner)).status).toBe(200);
    // The service itself may have recorded a newer one, of alerts.
    const { events } = (await world.store.events.list({ limit: 100 }))._unsafeUnwrap();
    const event = events.find(({ type }) => type === 'strategy-deleted');
    expect(event).toMatchObject({ createdBy: 'cleaner', preData: definition('six') });
  });

  it('8. no page size: a search returns every match', async () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      changeRequest(1_000 + index, { popular: archive }, { project: 'big' }),
    );
    await world.store.projects.register({ id: 'big', name: 'Big' }, 'ann');
    (await world.store.writer.putAll(many, 'ann'))._unsafeUnwrap();
    expect(await search('big', 'feature=popular')).toHaveLength(250);
  });

  it('9. no version segment in the paths', async () => {
    expect((await get(`/v1${searchPath('shop')}`)).status).toBe(404);
    expect((await get(strategyPath('x').replace('/admin', '/admin/v1'))).status).toBe(404);
  });
});

const failedSchedule = {
  status: 'failed',
  scheduledAt: '2026-01-01T00:00:00.000Z',
  reason: 'the flag is archived',
} as const;
