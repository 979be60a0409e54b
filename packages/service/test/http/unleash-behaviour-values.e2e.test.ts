import { describe, expect, it } from 'vitest';
import { detailsOf, serveFor } from './with-stores.ts';

// Values and lists where Forewarn differs from Unleash 8.2.0: each "differs: " test has a row with the same title in
// docs/reference/differences-from-unleash.md.

const BODY_LIMIT_BYTES = 1_048_576;

describe('values of strategy definitions and projects', () => {
  const world = serveFor();
  const strategy = (name: string) => `/strategies/${name}`;
  const create = (name: string, more: object = {}) =>
    world.send('POST', '/strategies', { name, parameters: [], ...more });
  const read = async (name: string) => (await world.ask('GET', strategy(name))).json;

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

  it('differs: sends Location as a path from the root', async () => {
    expect((await create('located')).headers.location).toBe('/api/admin/strategies/located');
  });

  it('400 BadDataError with the path of a missing field', async () => {
    const response = await world.send('POST', '/strategies', { name: 'lacking' });
    expect(response).toMatchObject({ status: 400, json: { name: 'BadDataError' } });
    expect(detailsOf(response).map(({ path }) => path)).toEqual(['parameters']);
  });

  it('400 for a new name with other characters, or a long one', async () => {
    for (const name of ['', 'ü', '100%', 'a b', '.', '..', 'a/b', 'n'.repeat(101)]) {
      expect((await create(name)).status, name).toBe(400);
    }
  });

  it('accepts the new names that Unleash accepts', async () => {
    for (const name of ['a.b', 'a~b', 'a_b', 'A-B', 'a'.repeat(100), '__proto__', 'constructor']) {
      expect((await create(name)).status, name).toBe(201);
      expect(await read(name)).toMatchObject({ name });
    }
  });

  it('differs: records no event when nothing changes', async () => {
    const newest = async () => (await world.store.events.list({ limit: 1 }))._unsafeUnwrap();
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

  it('differs: accepts JSON bodies of up to 1 MB', async () => {
    const bodyOf = (bytes: number): string => {
      const body = JSON.stringify({ name: 'large', parameters: [] });
      return body + ' '.repeat(bytes - body.length);
    };
    expect((await world.send('POST', '/strategies', bodyOf(BODY_LIMIT_BYTES))).status).toBe(201);
    const refused = await world.send('POST', '/strategies', bodyOf(BODY_LIMIT_BYTES + 1));
    expect(refused.status).toBe(413);
  });

  it('differs: adds and deletes projects over HTTP', async () => {
    const added = await world.send('POST', '/projects', { id: 'office', name: 'Office' });
    expect(added).toMatchObject({ status: 201, json: { id: 'office', name: 'Office' } });
    expect((await world.ask('DELETE', '/projects/office')).status).toBe(200);
    expect((await world.ask('DELETE', '/projects/office')).status).toBe(404);
  });
});
