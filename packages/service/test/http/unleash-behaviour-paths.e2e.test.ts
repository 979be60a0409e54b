import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Question } from './ask.ts';
import { LOCATIONS } from './open-stores.ts';
import { register } from './sample-data.ts';
import { serve } from './served-app.ts';
import { serveFor } from './with-stores.ts';

// Compares this service with the observed responses of Unleash 8.2.0. A test whose title begins with "differs: " asserts
// another response; docs/reference/differences-from-unleash.md has a row with the same title and the reason.

/** Sends no header Authorization. */
const KEYLESS: object = { key: undefined };
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe.for(LOCATIONS)('reads requests as Unleash does, %s', ([, make]) => {
  const world = serveFor(make);
  const strategy = (name: string) => `/strategies/${name}`;
  const remove = (name: string, more: Partial<Question> = {}) =>
    world.ask('DELETE', strategy(name), more);
  const add = async (...names: readonly string[]) => register(world.store, ...names);
  /** Returns the status for a request line that Node's client refuses to send. */
  const rawStatus = async (line: string): Promise<number> => {
    const served = await serve(world.store);
    try {
      const key = await world.makeKey(randomUUID());
      const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
      socket.write(
        `${line}\r\nHost: localhost\r\nConnection: close\r\nAuthorization: ${key}\r\n\r\n`,
      );
      return Number((await text(socket)).split(' ')[1]);
    } finally {
      await served.stop();
    }
  };

  it('ignores a trailing slash and the case of the fixed parts', async () => {
    await add('slash', 'cases');
    expect((await remove('slash/')).status).toBe(200);
    const path = '/API/Admin/Strategies/cases';
    expect((await remove('', { path, ...KEYLESS })).status).toBe(401);
    expect((await remove('', { path })).status).toBe(200);
  });

  it('differs: does not collapse repeated slashes: 404', async () => {
    await add('slashes');
    for (const path of [
      '//api/admin/strategies/slashes',
      '/api/admin//strategies/slashes',
      '/api/admin/strategies//slashes',
    ]) {
      expect((await remove('', { path })).status).toBe(404);
    }
    expect((await remove('slashes')).status).toBe(200);
  });

  it('404 for a slash in the name', async () => {
    await add('a/b');
    expect((await remove('a/b')).status).toBe(404);
    expect((await remove('a%2Fb')).status).toBe(200);
  });

  it.for([
    ['a space', 'a b', 'a%20b'],
    ['encoded Unicode', 'naïve', 'na%C3%AFve'],
    ['an emoji', '🧪', encodeURIComponent('🧪')],
    ['a question mark', 'w?y', 'w%3Fy'],
    ['a percent sign, decoded once', '%41', '%2541'],
    ['a hash', 'a#b', 'a%23b'],
    ['a semicolon', 'a;b', 'a;b'],
    ['quotes', `'"`, `'%22`],
    ['a backslash', 'a\\b', 'a%5Cb'],
    ['a plus', 'a+b', 'a+b'],
  ] as const)('200 for a name with %s', async ([, name, inPath]) => {
    await add(name);
    expect((await remove(inPath)).status).toBe(200);
    expect((await remove(inPath)).status).toBe(404);
  });

  it('does not normalize Unicode', async () => {
    await add('caf\u00e9');
    expect((await remove(encodeURIComponent('cafe\u0301'))).status).toBe(404);
    expect((await remove(encodeURIComponent('caf\u00e9'))).status).toBe(200);
  });

  it('404 for a name of 300 or 10,000 characters', async () => {
    expect((await remove('n'.repeat(300))).status).toBe(404);
    expect((await remove('n'.repeat(10_000))).status).toBe(404);
  });

  it('differs: returns 414 with a body for a path that is too long', async () => {
    const response = await remove('n'.repeat(20_000));
    expect(response).toMatchObject({ status: 414, json: { name: 'UriTooLong' } });
  });

  it('differs: returns 400 for broken percent-encoding', async () => {
    for (const broken of ['%E0%A4%A', '%zz', '%FF', '%ED%A0%80']) {
      expect(await remove(broken)).toMatchObject({ status: 400, json: { name: 'BadDataError' } });
      expect((await remove(broken, KEYLESS)).status).toBe(401);
    }
  });

  it('differs: returns 404 for a name with a control character', async () => {
    for (const name of ['%00', 'a%00b', 'a%0D%0Ab']) {
      for (const response of [await remove(name), await world.ask('GET', strategy(name))]) {
        expect(response).toMatchObject({ status: 404, json: { name: 'NotFoundError' } });
        expect(response.text).not.toMatch(/select|delete from/i);
      }
    }
  });

  it('ignores query parameters', async () => {
    await add('queried');
    expect((await remove('queried?force=true&x')).status).toBe(200);
  });

  it.for([
    'application/json',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/octet-stream',
    'nonsense',
  ])('ignores a body of the type %s', async (type) => {
    await add('bodied');
    const more = { body: '{"a":1}', headers: { 'Content-Type': type } };
    expect((await remove('bodied', more)).status).toBe(200);
  });

  it('differs: never reads the body of a DELETE', async () => {
    for (const more of [
      { body: '{broken', headers: JSON_TYPE },
      { body: `"${'x'.repeat(200_000)}"`, headers: JSON_TYPE },
      { body: 'no gzip', headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' } },
      { body: 'odd', headers: { ...JSON_TYPE, 'Content-Encoding': 'odd' } },
      { body: '{}', headers: { 'Content-Type': 'application/json; charset=utf-16' } },
    ]) {
      await add('unread');
      expect((await remove('unread', more)).status).toBe(200);
    }
  });

  it('differs: checks the key before it reads a body', async () => {
    for (const body of ['{broken', 'x'.repeat(2_000_000)]) {
      const more = { body, headers: JSON_TYPE, ...KEYLESS };
      expect((await remove('default', more)).status).toBe(401);
      expect((await world.ask('POST', '/strategies', more)).status).toBe(401);
      expect((await world.ask('PUT', strategy('never'), more)).status).toBe(401);
    }
  });

  it('serves GET and HEAD on the same path', async () => {
    expect((await world.ask('GET', strategy('default'))).status).toBe(200);
    const head = await world.ask('HEAD', strategy('default'));
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
  });

  it('differs: returns 204 with Allow for OPTIONS, with or without a key', async () => {
    for (const more of [{}, KEYLESS]) {
      const response = await world.ask('OPTIONS', strategy('default'), more);
      expect({ status: response.status, text: response.text }).toEqual({ status: 204, text: '' });
      expect(response.headers.allow?.split(', ').toSorted()).toEqual([
        'DELETE',
        'GET',
        'HEAD',
        'OPTIONS',
        'PUT',
      ]);
    }
  });

  it('differs: returns 405 with Allow for a method that the path does not have', async () => {
    for (const [method, path] of [
      ['POST', strategy('default')],
      ['PATCH', strategy('default')],
      ['TRACE', strategy('default')],
      ['PROPFIND', strategy('default')],
      ['DELETE', '/strategies'],
      ['DELETE', '/strategies/'],
    ] as const) {
      const response = await world.ask(method, path);
      expect(response).toMatchObject({ status: 405, json: { name: 'MethodNotAllowed' } });
      expect(response.headers.allow).toContain('GET, HEAD');
    }
  });

  it('400 for an unknown method; ignores a method in a header', async () => {
    await add('overridden');
    expect((await world.ask('FOO', strategy('overridden'))).status).toBe(400);
    const headers = { 'X-HTTP-Method-Override': 'DELETE' };
    const got = await world.ask('GET', strategy('overridden'), { headers });
    expect(got).toMatchObject({ status: 200, json: { name: 'overridden' } });
    expect((await remove('overridden')).status).toBe(200);
  });

  it('accepts HTTP/1.0, and methods only in capitals', async () => {
    await add('old');
    expect(await rawStatus('delete /api/admin/strategies/old HTTP/1.1')).toBe(400);
    expect(await rawStatus('DELETE /api/admin/strategies/old HTTP/1.0')).toBe(200);
  });

  it('differs: returns 400 for raw bytes beyond ASCII in a path', async () => {
    await add('naïve');
    expect(await rawStatus('DELETE /api/admin/strategies/naïve HTTP/1.1')).toBe(400);
    expect((await remove('na%C3%AFve')).status).toBe(200);
  });
});
