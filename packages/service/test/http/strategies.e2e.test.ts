import { describe, expect, it } from 'vitest';
import { LOCATIONS } from './open-stores.ts';
import { serveFor } from './with-stores.ts';

const parameters = [
  { name: 'percent', type: 'percentage', description: 'how much', required: true },
];

describe.for(LOCATIONS)('strategy definitions, %s', ([, make]) => {
  const world = serveFor(make);
  const newest = async (limit = 1) =>
    (await world.store.events.list({ limit }))._unsafeUnwrap().events;

  it('lists the built-in definitions of a new store', async () => {
    const { status, json } = await world.ask('GET', '/strategies');
    const { version, strategies } = json as { version: number; strategies: { name: string }[] };
    expect({ status, version }).toEqual({ status: 200, version: 1 });
    expect(strategies.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['default', 'flexibleRollout', 'remoteAddress']),
    );
    expect(strategies.every((each) => 'editable' in each && !each.editable)).toBe(true);
  });

  it('adds one with 201, Location, the definition and an event; then returns it', async () => {
    const body = { name: 'one', title: 'One', parameters };
    const definition = { ...body, deprecated: false, editable: true };
    const added = await world.send('POST', '/strategies', body);
    expect(added).toMatchObject({ status: 201, json: definition });
    expect(added.headers.location).toBe('/api/admin/strategies/one');
    expect(await world.ask('GET', '/strategies/one')).toMatchObject({
      status: 200,
      json: definition,
    });
    expect(await newest()).toMatchObject([
      { type: 'strategy-created', data: definition, preData: null, createdBy: 'admin' },
    ]);
    const twice = await world.send('POST', '/strategies', body);
    expect(twice).toMatchObject({ status: 409, json: { name: 'NameExistsError' } });
    const builtIn = await world.send('POST', '/strategies', { ...body, name: 'default' });
    expect(builtIn.status).toBe(409);
    expect(await newest()).toMatchObject([{ type: 'strategy-created' }]);
  });

  it('updates one with 200 without a body, keeps an absent title, and its event has both', async () => {
    await world.send('POST', '/strategies', { name: 'two', title: 'Two', parameters });
    const updated = await world.send('PUT', '/strategies/two', {
      parameters: [],
      description: 'd',
    });
    expect({ status: updated.status, text: updated.text }).toEqual({ status: 200, text: '' });
    const after = {
      name: 'two',
      title: 'Two',
      description: 'd',
      parameters: [],
      deprecated: false,
      editable: true,
    };
    expect((await world.ask('GET', '/strategies/two')).json).toStrictEqual(after);
    const [event] = await newest();
    expect(event).toMatchObject({
      type: 'strategy-updated',
      data: after,
      preData: { name: 'two', title: 'Two', parameters },
    });
    expect((await world.send('PUT', '/strategies/two', after)).status).toBe(200);
    expect(await newest()).toEqual([event]);
  });

  it('deprecates and reactivates one, with an event for each', async () => {
    await world.send('POST', '/strategies', { name: 'three', parameters });
    for (const how of ['deprecate', 'deprecate', 'reactivate', 'reactivate']) {
      const { status, text } = await world.ask('POST', `/strategies/three/${how}`);
      expect({ status, text }).toEqual({ status: 200, text: '' });
    }
    expect(await newest(3)).toMatchObject([
      {
        type: 'strategy-reactivated',
        data: { deprecated: false },
        preData: { deprecated: true },
      },
      { type: 'strategy-deprecated', data: { deprecated: true }, preData: { deprecated: false } },
      { type: 'strategy-created' },
    ]);
  });

  it('403 for changing a built-in definition', async () => {
    const before = await newest();
    const responses = [
      await world.send('PUT', '/strategies/default', { parameters: [] }),
      await world.ask('POST', '/strategies/default/deprecate'),
      await world.ask('POST', '/strategies/default/reactivate'),
      await world.ask('DELETE', '/strategies/default'),
    ];
    for (const response of responses) {
      expect(response).toMatchObject({ status: 403, json: { name: 'NoAccessError' } });
    }
    expect((await world.ask('GET', '/strategies/default')).json).toMatchObject({
      deprecated: false,
    });
    expect(await newest()).toEqual(before);
  });

  it('404 for an unknown definition', async () => {
    for (const [method, path] of [
      ['GET', '/strategies/nope'],
      ['GET', '/strategies/a%00b'],
      ['POST', '/strategies/nope/deprecate'],
      ['POST', '/strategies/nope/reactivate'],
    ] as const) {
      expect(await world.ask(method, path)).toMatchObject({
        status: 404,
        json: { name: 'NotFoundError' },
      });
    }
    expect((await world.send('PUT', '/strategies/nope', { parameters: [] })).status).toBe(404);
  });

  it('needs CREATE_STRATEGY to add, UPDATE_STRATEGY to change, and any key to read', async () => {
    const creator = await world.makeKey('creator', { permissions: ['CREATE_STRATEGY'] });
    const updater = await world.makeKey('updater', { permissions: ['UPDATE_STRATEGY'] });
    const body = { name: 'four', parameters };
    const refused = await world.send('POST', '/strategies', body, { key: updater });
    expect(refused).toMatchObject({
      status: 403,
      json: { message: expect.stringContaining('CREATE_STRATEGY') },
    });
    expect((await world.send('POST', '/strategies', body, { key: creator })).status).toBe(201);
    for (const response of [
      await world.send('PUT', '/strategies/four', body, { key: creator }),
      await world.ask('POST', '/strategies/four/deprecate', { key: creator }),
    ]) {
      expect(response).toMatchObject({
        status: 403,
        json: { message: expect.stringContaining('UPDATE_STRATEGY') },
      });
    }
    expect((await world.send('PUT', '/strategies/four', body, { key: updater })).status).toBe(200);
    expect((await world.ask('GET', '/strategies/four', { key: updater })).status).toBe(200);
    expect((await world.ask('GET', '/strategies', { key: 'invalid' })).status).toBe(401);
  });

  it('accepts the names that Unleash accepts', async () => {
    for (const name of ['a.b', 'a~b', 'a_b', 'A-B', 'a'.repeat(100), '__proto__', 'constructor']) {
      expect((await world.send('POST', '/strategies', { name, parameters })).status).toBe(201);
      expect((await world.ask('GET', `/strategies/${name}`)).json).toMatchObject({ name });
      expect((await world.ask('DELETE', `/strategies/${name}`)).status).toBe(200);
    }
  });
});
