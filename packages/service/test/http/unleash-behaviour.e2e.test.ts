import { describe, expect, it } from 'vitest';
import type { TestResponse, Question } from './ask.ts';
import { LOCATIONS } from './open-stores.ts';
import { changeRequest, record, register } from './sample-data.ts';
import { messageOf, serveFor } from './with-stores.ts';

// Compares this service with the observed responses of Unleash 8.2.0. A test whose title begins with "differs: " asserts
// another response; docs/reference/differences-from-unleash.md has a row with the same title and the reason.

/** Sends no header Authorization. */
const KEYLESS: object = { key: undefined };

const statusOf = ({ status }: TestResponse): number => status;

describe.for(LOCATIONS)('deletes strategy definitions as Unleash does, %s', ([, make]) => {
  const world = serveFor(make);
  const strategy = (name: string) => `/strategies/${name}`;
  const remove = (name: string, more: Partial<Question> = {}) =>
    world.ask('DELETE', strategy(name), more);
  const add = async (...names: readonly string[]) => register(world.store, ...names);
  const create = (name: string, more: object = {}) =>
    world.send('POST', '/strategies', { name, parameters: [], ...more });
  const newest = async (limit = 1) =>
    (await world.store.events.list({ limit }))._unsafeUnwrap().events;

  it('200 without a body and a content type; then 404', async () => {
    await add('one');
    const deleted = await remove('one');
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 200, text: '' });
    expect(deleted.headers).not.toHaveProperty('content-type');
    expect(deleted.headers).not.toHaveProperty('etag');
    expect(await remove('one')).toMatchObject({ status: 404, json: { name: 'NotFoundError' } });
    expect((await remove('never')).status).toBe(404);
  });

  it('differs: sends Content-Length with an empty body', async () => {
    await add('sized');
    const { headers } = await remove('sized');
    expect(headers['content-length']).toBe('0');
    expect(headers).not.toHaveProperty('transfer-encoding');
  });

  it('differs: returns an id, a name and a message with every error, and details only for bad input', async () => {
    const reader = await world.makeKey('reader of errors', { permissions: ['UPDATE_STRATEGY'] });
    for (const response of [
      await remove('never'),
      await remove('never', KEYLESS),
      await remove('never', { key: reader }),
      await world.ask('GET', '/nowhere'),
    ]) {
      expect(Object.keys(response.json as object)).toEqual(['id', 'name', 'message']);
      expect(response.headers).not.toHaveProperty('etag');
    }
    const broken = await world.send('POST', '/strategies', '{');
    expect(Object.keys(broken.json as object)).toEqual(['id', 'name', 'message', 'details']);
  });

  it('differs: sends X-Request-Id with every response', async () => {
    const sent = await remove('never', { headers: { 'X-Request-Id': 'job-7' } });
    expect(sent.headers['x-request-id']).toBe('job-7');
    expect((await remove('never')).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  it('names are case-sensitive', async () => {
    expect((await remove('DEFAULT')).status).toBe(404);
  });

  it('refuses to change or delete a built-in definition: 403', async () => {
    const before = await newest();
    for (const response of [
      await remove('default'),
      await remove('flexibleRollout'),
      await world.send('PUT', strategy('default'), { parameters: [] }),
      await world.ask('POST', '/strategies/default/deprecate'),
      await world.ask('POST', '/strategies/remoteAddress/reactivate'),
    ]) {
      expect(response).toMatchObject({ status: 403, json: { name: 'NoAccessError' } });
      expect(messageOf(response)).toContain('built in');
    }
    expect(await newest()).toEqual(before);
  });

  it('401 AuthenticationRequired without a key and with an empty one', async () => {
    for (const more of [KEYLESS, { key: '' }]) {
      const response = await remove('default', more);
      expect(response).toMatchObject({ status: 401, json: { name: 'AuthenticationRequired' } });
    }
  });

  it('differs: returns AuthenticationRequired and WWW-Authenticate for an invalid key', async () => {
    for (const key of ['', 'garbage', 'Basic eA==', '*:*.0123456789abcdef', 'user:0123456789']) {
      const response = await remove('default', { key });
      expect(response).toMatchObject({ status: 401, json: { name: 'AuthenticationRequired' } });
      expect(response.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('accepts a key with and without "Bearer "', async () => {
    const key = await world.makeKey('of a cleaner', { permissions: ['DELETE_STRATEGY'] });
    await add('bare', 'borne');
    expect((await remove('bare', { key })).status).toBe(200);
    expect((await remove('borne', { key: `Bearer ${key}` })).status).toBe(200);
  });

  it('403 without the permission, whether or not the definition exists', async () => {
    const key = await world.makeKey('of a creator', { permissions: ['CREATE_STRATEGY'] });
    await add('there');
    for (const name of ['there', 'default', 'never']) {
      expect((await remove(name, { key })).status).toBe(403);
    }
    expect((await remove('there')).status).toBe(200);
  });

  it('differs: returns NoAccessError for a missing permission, and names it', async () => {
    const key = await world.makeKey('of an updater', { permissions: ['UPDATE_STRATEGY'] });
    const response = await remove('never', { key });
    expect(response).toMatchObject({ status: 403, json: { name: 'NoAccessError' } });
    expect(messageOf(response)).toContain('DELETE_STRATEGY');
    expect(response.json).not.toHaveProperty('permissions');
  });

  it('deletes a definition that is in use', async () => {
    await add('used');
    const change = { action: 'addStrategy', payload: { name: 'used' } };
    await record(world.store, changeRequest(1, { checkout: [change] }));
    expect((await remove('used')).status).toBe(200);
  });

  it('differs: accepts one of 50 concurrent deletes, with one event', async () => {
    await add('raced');
    const responses = await Promise.all(Array.from({ length: 50 }, () => remove('raced')));
    const others = Array.from({ length: 49 }, () => 404);
    expect(responses.map(statusOf).toSorted((a, b) => a - b)).toEqual([200, ...others]);
    expect((await newest(2)).map(({ type }) => type)).toEqual([
      'strategy-deleted',
      'strategy-created',
    ]);
  });

  it('differs: keeps the whole definition in the event of its deletion', async () => {
    await create('recorded', { title: 'Recorded', description: 'whole' });
    const { json } = await world.ask('GET', strategy('recorded'));
    await remove('recorded');
    expect(await newest()).toMatchObject([
      { type: 'strategy-deleted', createdBy: 'admin', preData: json, data: null },
    ]);
  });
});
