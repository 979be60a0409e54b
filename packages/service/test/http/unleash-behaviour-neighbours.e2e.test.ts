import { describe, expect, it } from 'vitest';
import { DOCUMENT } from './documented.ts';
import { LOCATIONS } from './open-stores.ts';
import { changeRequest, record } from './sample-data.ts';
import { detailsOf, serveFor } from './with-stores.ts';

// Compares this service with the observed responses of Unleash 8.2.0. A test whose title begins with "differs: " asserts
// another response; docs/reference/differences-from-unleash.md has a row with the same title and the reason.

/** Sends no header Authorization. */
const KEYLESS: object = { key: undefined };

describe.for(LOCATIONS)('keeps strategy definitions as Unleash does, %s', ([, make]) => {
  const world = serveFor(make);
  const strategy = (name: string) => `/strategies/${name}`;
  const remove = (name: string) => world.ask('DELETE', strategy(name));
  const create = (name: string, more: object = {}) =>
    world.send('POST', '/strategies', { name, parameters: [], ...more });
  const newest = async (limit = 1) =>
    (await world.store.events.list({ limit }))._unsafeUnwrap().events;

  it('lists the definitions with a version, and returns one as listed', async () => {
    await create('listed', { displayName: 'd', title: 't', description: 'x' });
    const { status, json } = await world.ask('GET', '/strategies');
    const { version, strategies } = json as { version: number; strategies: { name: string }[] };
    expect({ status, version }).toEqual({ status: 200, version: 1 });
    const listed = strategies.find(({ name }) => name === 'listed');
    expect(Object.keys(listed ?? {}).toSorted()).toEqual([
      'deprecated',
      'description',
      'displayName',
      'editable',
      'name',
      'parameters',
      'title',
    ]);
    expect((await world.ask('GET', strategy('listed'))).json).toEqual(listed);
    expect(await world.ask('GET', strategy('never'))).toMatchObject({
      status: 404,
      json: { name: 'NotFoundError' },
    });
  });

  it('leaves out the texts that a definition lacks', async () => {
    await create('plain');
    const { json } = await world.ask('GET', strategy('plain'));
    expect(Object.keys(json as object)).toEqual(['name', 'parameters', 'deprecated', 'editable']);
  });

  it('differs: sends Location as a path from the root', async () => {
    expect((await create('located')).headers.location).toBe('/api/admin/strategies/located');
  });

  it('400 BadDataError with the path of a missing field', async () => {
    const response = await world.send('POST', '/strategies', { name: 'lacking' });
    expect(response).toMatchObject({ status: 400, json: { name: 'BadDataError' } });
    expect(detailsOf(response).map(({ path }) => path)).toEqual(['parameters']);
  });

  it.for(['', 'ü', '100%', 'a b', '.', '..', 'a/b', 'n'.repeat(101)])(
    '400 for the new name %o',
    async (name) => {
      expect((await create(name)).status).toBe(400);
    },
  );

  it('415 for text, 400 for broken JSON', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    expect((await world.ask('POST', '/strategies', { body: 'x', headers })).status).toBe(415);
    expect((await world.send('POST', '/strategies', '{"name":')).status).toBe(400);
  });

  it('differs: records no event when nothing changes', async () => {
    await create('same', { description: 'x' });
    await world.ask('POST', '/strategies/same/deprecate');
    const before = await newest();
    for (const response of [
      await world.ask('POST', '/strategies/same/deprecate'),
      await world.send('PUT', strategy('same'), { description: 'x', parameters: [] }),
    ]) {
      expect(response.status).toBe(200);
    }
    expect(await newest()).toEqual(before);
  });

  it('differs: searches scheduled change requests', async () => {
    await record(world.store, changeRequest(2, { basket: [{ action: 'archiveFeature' }] }));
    const path = '/projects/shop/change-requests/scheduled?feature=basket';
    expect((await world.ask('GET', path, KEYLESS)).status).toBe(401);
    const { status, json } = await world.ask('GET', path);
    expect({ status, json }).toEqual({
      status: 200,
      json: [{ id: 2, environment: 'production' }],
    });
  });

  it('pages through /events with a cursor and without a total', async () => {
    await create('eventful');
    await remove('eventful');
    await create('eventful');
    await remove('eventful');
    const { status, json } = await world.ask('GET', '/events?type=strategy-deleted&limit=1');
    const { events, ...others } = json as { events: object[] };
    expect({ status, others }).toEqual({
      status: 200,
      others: { version: 1, nextCursor: expect.stringMatching(/^\d+$/) },
    });
    expect(events.map((event) => Object.keys(event).toSorted())).toEqual([
      ['createdAt', 'createdBy', 'data', 'id', 'preData', 'type'],
    ]);
    expect((await world.ask('GET', '/search/events')).status).toBe(404);
  });

  it('reports its health without a key', async () => {
    for (const path of ['/health', '/ready']) {
      const { status, text: body } = await world.ask('GET', '', { path, ...KEYLESS });
      expect({ status, body }).toEqual({ status: 200, body: '{"health":"GOOD"}' });
    }
  });

  it('serves its OpenAPI document at /docs/openapi.json without a key', async () => {
    const { status, json } = await world.ask('GET', '', { path: '/docs/openapi.json', ...KEYLESS });
    expect({ status, json }).toMatchObject({ status: 200, json: { paths: DOCUMENT.paths } });
  });

  it('describes what it serves in OpenAPI 3.1', async () => {
    const { json } = await world.ask('GET', '', { path: '/docs/openapi.json' });
    expect(json).toMatchObject({ openapi: '3.1.1' });
  });

  it('differs: serves metrics at /metrics', async () => {
    const elsewhere = await world.ask('GET', '', { path: '/internal-backstage/prometheus' });
    // All other responses are JSON.
    const here = await fetch(`${world.url}/metrics`);
    expect([here.status, elsewhere.status]).toEqual([200, 404]);
    expect(await here.text()).toContain('http_server_request_duration_seconds');
  });
});
