import type { ApiKeyStore, SessionStore } from '@forewarn/operate';
import { memoryOperate } from '@forewarn/operate/memory';
import type { Store } from '@forewarn/store';
import { createMemoryStore } from '@forewarn/store-memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashSecret } from '../../src/keys/api-key-authorizer.ts';
import { makeKey, serve } from '../http/served-app.ts';

type Kept = Store & ApiKeyStore & SessionStore;
type Headers = Readonly<Record<string, string>>;

const PAGE: Headers = { 'Forewarn-Page': '/' };
const PROJECT = JSON.stringify({ id: 'shop', name: 'Shop' });

/** Serves a node of a store: by default, one of its own. */
async function serveNode({
  basePath = '',
  store = createMemoryStore({}, [memoryOperate]),
}: { readonly basePath?: string; readonly store?: Kept } = {}) {
  const served = await serve(store, { basePath });
  onTestFinished(() => served.stop());
  const send = (method: string, path: string, headers: Headers = {}) => {
    const isProject = method === 'POST' && path.endsWith('/projects');
    return fetch(`${served.url}${basePath}${path}`, {
      method,
      headers: { ...headers, ...(isProject ? { 'Content-Type': 'application/json' } : {}) },
      ...(isProject ? { body: PROJECT } : {}),
    });
  };
  /** Signs in, and returns the response and the header that a browser sends from then on. */
  const signIn = async (key: string, headers: Headers = PAGE) => {
    const response = await send('POST', '/session', { Authorization: key, ...headers });
    const setCookie = response.headers.get('set-cookie') ?? '';
    return { response, setCookie, cookie: { Cookie: setCookie.split(';', 1)[0] ?? '' } };
  };
  const statusOf = async (method: string, path: string, headers: Headers) =>
    (await send(method, path, headers)).status;
  return {
    store,
    lines: served.lines,
    send,
    signIn,
    statusOf,
    user: (headers: Headers) => statusOf('GET', USER, headers),
  };
}

const USER = '/api/admin/user';

describe('a session', () => {
  it('starts with a key and reads what the key may, on every node', async () => {
    const { store, send, signIn } = await serveNode();
    const key = await makeKey(store, 'ann', { permissions: ['PROJECT_CHANGE_REQUEST_READ'] });
    const other = await serveNode({ store });

    const { response, setCookie, cookie } = await signIn(key);
    const seen = await Promise.all([send('GET', USER, cookie), other.send('GET', USER, cookie)]);

    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(setCookie).toMatch(
      /^forewarn-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    const { expiresAt } = (await response.json()) as { readonly expiresAt: string };
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    for (const each of seen) {
      expect(each.headers.get('cache-control')).toBe('no-store');
      expect(await each.json()).toMatchObject({ user: { name: 'ann' } });
    }
  });

  it('stores nothing that signs in, and logs nothing of it', async () => {
    const { store, lines, signIn, user } = await serveNode();
    const { cookie } = await signIn(await makeKey(store, 'ann'));
    expect(await user(cookie)).toBe(200);
    const token = cookie.Cookie.split('=')[1] ?? '';
    expect(token).toHaveLength(43);
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain(token);

    const stored = (await store.sessions.list())._unsafeUnwrap();

    expect(stored).toHaveLength(1);
    for (const { tokenHash, secretHash } of stored) {
      expect(await user({ Cookie: `forewarn-session=${tokenHash}` })).toBe(401);
      expect(await user({ Cookie: `forewarn-session=${secretHash}` })).toBe(401);
      expect(cookie.Cookie).not.toContain(tokenHash);
    }
  });

  it.each<[what: string, headers: Headers, attributes: string]>([
    ['a page that a proxy moved', { 'Forewarn-Page': '/tools/flags/' }, 'Path=/tools/flags/;'],
    ['no path', {}, 'Path=/flags/;'],
    ['a path that would end', { 'Forewarn-Page': '/; Domain=com' }, 'Path=/flags/;'],
    ['no path at all', { 'Forewarn-Page': 'x' }, 'Path=/flags/;'],
  ])('belongs to the path of the page: %s', async (_what, headers, attributes) => {
    const { store, signIn } = await serveNode({ basePath: '/flags' });

    const { setCookie } = await signIn(await makeKey(store, 'ann'), headers);

    expect(setCookie).toContain(attributes);
    expect(setCookie).not.toContain('Domain');
  });

  it.each<Headers>([{ Origin: 'https://flags.example.com' }, { 'X-Forwarded-Proto': 'https' }])(
    'is sent over https only, if it came that way: %o',
    async (headers) => {
      const { store, signIn } = await serveNode();

      const { setCookie } = await signIn(await makeKey(store, 'ann'), headers);

      expect(setCookie).toMatch(/; Secure$/);
    },
  );

  it.each<[what: string, headers: Headers]>([
    ['alone', {}],
    ['with an empty header', { 'Forewarn-Page': '' }],
    ['from another site', { ...PAGE, 'Sec-Fetch-Site': 'cross-site' }],
    ['from another host of the site', { ...PAGE, 'Sec-Fetch-Site': 'same-site' }],
    ['typed', { ...PAGE, 'Sec-Fetch-Site': 'none' }],
  ])('changes nothing by its cookie %s', async (_what, headers) => {
    const { store, send, signIn, user } = await serveNode();
    const { cookie } = await signIn(await makeKey(store, 'ann'));

    const written = await send('POST', '/api/admin/projects', { ...cookie, ...headers });
    const ended = await send('DELETE', '/session', { ...cookie, ...headers });

    expect([written.status, ended.status]).toEqual([401, 401]);
    expect(await written.json()).toMatchObject({
      message: expect.stringContaining('only in the page'),
    });
    expect(ended.headers.get('set-cookie')).toBeNull();
    expect((await store.projects.list())._unsafeUnwrap()).toEqual([]);
    expect(await user(cookie)).toBe(200);
  });

  it('changes what its key may, in the page, and events name the key', async () => {
    const { store, send, signIn, statusOf } = await serveNode();
    const { cookie } = await signIn(await makeKey(store, 'ann'));
    const page = { ...cookie, ...PAGE, 'Sec-Fetch-Site': 'same-origin' };

    expect(await statusOf('POST', '/api/admin/projects', page)).toBe(201);
    expect(await statusOf('DELETE', '/api/admin/projects/shop', { ...cookie, ...PAGE })).toBe(200);

    const events = await (await send('GET', '/api/admin/events', cookie)).json();
    expect(events).toMatchObject({ events: [{ createdBy: 'ann' }, { createdBy: 'ann' }] });
  });

  it('ends with the sign-out, which takes the cookie away', async () => {
    const { store, send, signIn } = await serveNode();
    const other = await serveNode({ store });
    const { cookie } = await signIn(await makeKey(store, 'ann'));

    const ended = await send('DELETE', '/session', { ...cookie, ...PAGE });
    const again = await other.send('DELETE', '/session', { ...cookie, ...PAGE });

    for (const each of [ended, again]) {
      expect(each.headers.get('set-cookie')).toMatch(/^forewarn-session=; Path=\/; Max-Age=0;/);
    }
    expect([ended.status, again.status]).toEqual([200, 401]);
    expect(await other.user(cookie)).toBe(401);
    expect((await store.sessions.list())._unsafeUnwrap()).toEqual([]);
  });

  it('ends when its browser signs in again', async () => {
    const { store, send, signIn } = await serveNode();
    const { cookie } = await signIn(await makeKey(store, 'ann'));

    const Authorization = await makeKey(store, 'bob');
    expect((await send('POST', '/session', { ...cookie, ...PAGE, Authorization })).status).toBe(
      201,
    );

    const left = (await store.sessions.list())._unsafeUnwrap();
    expect(left.map(({ secretHash }) => secretHash)).toEqual([hashSecret(Authorization)]);
  });

  it('is none by a tampered, foreign or misplaced token', async () => {
    const { store, signIn, user } = await serveNode();
    const key = await makeKey(store, 'ann');
    const { cookie } = await signIn(key);
    const [name = '', token = ''] = cookie.Cookie.split('=');
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;

    for (const Cookie of [
      `${name}=${flipped}`,
      `${name}=${token}A`,
      `${name}=${token.slice(1)}`,
      `${name}="${token}"`,
      `x${name}=${token}`,
      `${name}=${key}`,
      `${name.toUpperCase()}=${token}`,
    ]) {
      expect([Cookie, await user({ Cookie })]).toEqual([Cookie, 401]);
    }
    expect(await user({ Authorization: token })).toBe(401);
    expect(await user({ Cookie: `a=b; ${name}=${token}; c=d` })).toBe(200);
  });

  it('gives way to a key in the header', async () => {
    const { store, send, signIn, user } = await serveNode();
    const { cookie } = await signIn(await makeKey(store, 'ann'));
    const Authorization = await makeKey(store, 'bob');

    const response = await send('GET', USER, { ...cookie, Authorization });

    expect(await response.json()).toMatchObject({ user: { name: 'bob' } });
    expect(await user({ ...cookie, Authorization: 'wrong' })).toBe(401);
  });

  it('starts with a key in the header only, and not with that of a calendar', async () => {
    const { store, signIn, statusOf } = await serveNode();
    const key = await makeKey(store, 'ann');
    const calendar = await makeKey(store, 'calendar', { permissions: ['READ_CALENDAR'] });
    const { cookie } = await signIn(key);

    expect(await statusOf('POST', '/session', { ...cookie, ...PAGE })).toBe(401);
    expect(await statusOf('POST', `/session?key=${encodeURIComponent(key)}`, PAGE)).toBe(401);
    expect(await statusOf('POST', '/session', { ...PAGE, Authorization: calendar })).toBe(401);
    expect(await statusOf('GET', '/session', cookie)).toBe(405);
    expect((await store.sessions.list())._unsafeUnwrap()).toHaveLength(1);
  });
});
