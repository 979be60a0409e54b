import { describe, expect, it } from 'vitest';
import type { Question } from './ask.ts';
import { DOCUMENT } from './documented.ts';
import { connectTo, rawRequest } from './raw-connection.ts';
import { detailsOf, serveFor } from './with-stores.ts';

// Compares this service with the observed responses of Unleash 8.2.0. A test whose title begins with "differs: ", here or in
// http-koa, asserts another response; `OBSERVED` in test/unleash/differences.ts has what Unleash does.

/** Sends no header Authorization. */
const KEYLESS: object = { key: undefined };

const strategy = (name: string) => `/strategies/${name}`;

describe('the service beside Unleash', () => {
  const world = serveFor();
  const remove = (name: string, more: Partial<Question> = {}) =>
    world.ask('DELETE', strategy(name), more);
  const create = (name: string, more: object = {}) =>
    world.send('POST', '/strategies', { name, parameters: [], ...more });
  const read = async (name: string) => (await world.ask('GET', strategy(name))).json;

  it('differs: sends X-Request-Id with every response', async () => {
    const sent = await remove('never', { headers: { 'X-Request-Id': 'job-7' } });
    expect(sent.headers['x-request-id']).toBe('job-7');
    expect((await remove('never')).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  it('differs: returns 414 with a body for a path that is too long', async () => {
    expect((await remove('n'.repeat(10_000))).status).toBe(404);
    const response = await remove('n'.repeat(20_000));
    expect(response).toMatchObject({ status: 414, json: { name: 'UriTooLong' } });
  });

  it('differs: returns 400 for raw bytes beyond ASCII in a path', async () => {
    const { socket, closed } = await connectTo(world);
    socket.write(rawRequest('DELETE', '/api/admin/strategies/naïve'));
    expect(await closed).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('reports its health and serves its OpenAPI document without a key', async () => {
    for (const path of ['/health', '/ready']) {
      const { status, text } = await world.ask('GET', '', { path, ...KEYLESS });
      expect({ status, text }).toEqual({ status: 200, text: '{"health":"GOOD"}' });
    }
    const { status, json } = await world.ask('GET', '', { path: '/docs/openapi.json', ...KEYLESS });
    expect({ status, json }).toMatchObject({ status: 200, json: { paths: DOCUMENT.paths } });
    expect(json).toMatchObject({ openapi: '3.1.1' });
  });

  it('differs: serves metrics at /metrics', async () => {
    const elsewhere = await world.ask('GET', '', { path: '/internal-backstage/prometheus' });
    // All other responses are JSON.
    const here = await fetch(`${world.url}/metrics`, { headers: { Connection: 'close' } });
    expect([here.status, elsewhere.status]).toEqual([200, 404]);
    expect(await here.text()).toContain('http_server_request_duration_seconds');
  });

  it('lists the definitions with a version, and returns one as listed', async () => {
    await create('listed', { displayName: 'd', title: 't', description: 'x' });
    await create('plain');
    const { status, json } = await world.ask('GET', '/strategies');
    const { version, strategies } = json as { version: number; strategies: { name: string }[] };
    expect({ status, version }).toEqual({ status: 200, version: 1 });
    const keysOf = (name: string) =>
      Object.keys(strategies.find((each) => each.name === name) ?? {}).toSorted();
    const always = ['deprecated', 'editable', 'name', 'parameters'];
    expect(keysOf('plain')).toEqual(always);
    expect(keysOf('listed')).toEqual([...always, 'description', 'displayName', 'title'].toSorted());
    expect(strategies).toContainEqual(await read('listed'));
  });

  it('differs: records no event when nothing changes', async () => {
    // The service itself may record events of alerts meanwhile.
    const recorded = async () => {
      const { events } = (await world.store.events.list({ limit: 100 }))._unsafeUnwrap();
      return events.filter(({ type }) => type.startsWith('strategy-'));
    };
    await create('same', { description: 'x' });
    await world.ask('POST', '/strategies/same/deprecate');
    const before = await recorded();
    for (const response of [
      await world.ask('POST', '/strategies/same/deprecate'),
      await world.send('PUT', strategy('same'), { description: 'x', parameters: [] }),
    ]) {
      expect(response.status).toBe(200);
    }
    expect(await recorded()).toEqual(before);
  });

  it('differs: stores displayName and deprecated of a new definition', async () => {
    await create('displayed', { displayName: 'Displayed', deprecated: true });
    expect(await read('displayed')).toMatchObject({ displayName: 'Displayed', deprecated: true });
  });

  it('differs: returns parameters with their description and required filled in', async () => {
    const added = await create('filled', { parameters: [{ name: 'days', type: 'number' }] });
    const parameters = [{ name: 'days', type: 'number', description: '', required: false }];
    expect(added.json).toMatchObject({ parameters });
    expect(await read('filled')).toMatchObject({ parameters });
  });

  it('differs: leaves out a text that was sent as null', async () => {
    const added = await create('nulled', { description: null, title: null, displayName: null });
    expect(added.status).toBe(201);
    for (const text of ['description', 'title', 'displayName']) {
      expect(added.json).not.toHaveProperty(text);
      expect(await read('nulled')).not.toHaveProperty(text);
    }
  });

  it('differs: returns 400 for another name in the body of a PUT', async () => {
    await create('named', { title: 'before' });
    const renamed = { name: 'renamed', title: 'after', parameters: [] };
    const refused = await world.send('PUT', strategy('named'), renamed);
    expect(refused).toMatchObject({ status: 400, json: { name: 'BadDataError' } });
    expect(detailsOf(refused)[0]?.path).toBe('name');
    expect(await read('named')).toMatchObject({ name: 'named', title: 'before' });
    expect((await world.ask('GET', strategy('renamed'))).status).toBe(404);
    const same = { ...renamed, name: 'named' };
    expect((await world.send('PUT', strategy('named'), same)).status).toBe(200);
  });

  it('differs: does not coerce types: 400', async () => {
    for (const [path, body] of [
      ['description', { description: 7 }],
      ['deprecated', { deprecated: 'true' }],
      ['parameters[0].required', { parameters: [{ name: 'a', type: 'list', required: 'true' }] }],
    ] as const) {
      const refused = await create('coerced', body);
      expect(refused).toMatchObject({ status: 400, json: { name: 'BadDataError' } });
      expect(detailsOf(refused).map((detail) => detail.path)).toEqual([path]);
    }
    expect((await world.ask('GET', strategy('coerced'))).status).toBe(404);
  });

  it('differs: lists definitions in byte order of their names', async () => {
    for (const name of ['zebra', 'Apple', 'apple']) await create(name);
    const { json } = await world.ask('GET', '/strategies');
    const names = (json as { strategies: { name: string }[] }).strategies.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Apple', 'apple', 'default', 'zebra']));
    const byBytes = (a: string, b: string): number =>
      Buffer.compare(Buffer.from(a), Buffer.from(b));
    expect(names).toEqual(names.toSorted(byBytes));
  });

  it('differs: adds and deletes projects over HTTP', async () => {
    const added = await world.send('POST', '/projects', { id: 'office', name: 'Office' });
    expect(added).toMatchObject({ status: 201, json: { id: 'office', name: 'Office' } });
    expect((await world.ask('DELETE', '/projects/office')).status).toBe(200);
    expect((await world.ask('DELETE', '/projects/office')).status).toBe(404);
  });
});
