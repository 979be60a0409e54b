import { METHODS, type RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { AdminUseCases, ApiKeyCredentials } from '../src/index.ts';
import { ADMIN, createAdminWorld } from './admin-world.ts';
import { SERVED_OPERATIONS, SERVED_PATHS } from './operations.ts';
import { type Ask, errorIn, json, listenerOf, serve, serveAdmin } from './serve.ts';

const USUAL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
const GETS = SERVED_PATHS.filter(({ useCases }) => useCases['GET'] !== undefined);
type UseCases = AdminUseCases<ApiKeyCredentials>;

const ONE = '/api/admin/projects/default/change-requests/scheduled/1';

describe('a path of the whole API', () => {
  test.each(SERVED_PATHS)(
    'differs: returns 204 with Allow for OPTIONS, with or without a key: $path',
    async ({ path, allow }) => {
      const { ask, reports } = await serveAdmin({ isWhole: true });

      for (const key of [{}, { Authorization: ADMIN }]) {
        const response = await ask('OPTIONS', path, { headers: key });

        expect(response).toMatchObject({ status: 204, body: '', headers: { allow } });
      }
      expect(reports).toEqual([]);
    },
  );

  test.each(SERVED_PATHS)(
    'differs: returns 405 with Allow for a method that the path does not have: $path',
    async ({ path, allow }) => {
      const { ask, store } = await serveAdmin({ isWhole: true });
      const before = await store.events.list({ limit: 1 });
      // CONNECT asks Node for a tunnel; HEAD has no body to look at. One path tries all the others.
      const tried = path.endsWith('/scheduled') ? METHODS : USUAL_METHODS;
      const others = tried.filter(
        (each) => !['CONNECT', 'HEAD', ...allow.split(', ')].includes(each),
      );

      const responses = await Promise.all(
        others.map((method) => ask(method, path, { headers: {} })),
      );

      expect(others).toEqual(expect.arrayContaining(['PATCH', 'TRACE', 'PROPFIND']));
      for (const [index, response] of responses.entries()) {
        expect(errorIn(response)).toMatchObject({
          status: 405,
          name: 'MethodNotAllowed',
          message: `${others[index]} is not served here; use ${allow.replaceAll(', ', ' or ')}.`,
        });
        expect(response.headers.allow).toBe(allow);
      }
      expect(await store.events.list({ limit: 1 })).toEqual(before);
    },
  );

  test.each(GETS)('$path responds to HEAD as to GET, without the body', async ({ path }) => {
    const { ask } = await serveAdmin({ isWhole: true });

    const [got, head] = [await ask('GET', path), await ask('HEAD', path)];

    const { date: _then, ...headers } = got.headers;
    expect(got.status).toBe(200);
    const type = path.endsWith('.ics') ? 'text/calendar' : 'application/json';
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(got.body)));
    expect(head).toMatchObject({ status: 200, body: '', headers });
  });
});

describe('a use case that is absent', () => {
  const OPTIONAL = SERVED_OPERATIONS.filter(
    ({ useCase }) => !['searchScheduledChangeRequests', 'deleteStrategy'].includes(useCase),
  );

  async function askWithout(useCase: string, passOtherMethods: boolean): Promise<Ask> {
    const { everything } = await createAdminWorld();
    const others = Object.entries(everything).filter(([name]) => name !== useCase);
    const useCases = Object.fromEntries(others) as unknown as UseCases;
    const host: RequestListener = (_request, response) => response.writeHead(404).end('host');
    const { ask } = await serve(listenerOf(useCases, { passOtherMethods }, host));
    return ask;
  }

  test.each(OPTIONAL)(
    "leaves $method $path to a host that takes other methods; else it is a 405, or the host's 404 if the path has no other",
    async ({ method, path, useCase, allow }) => {
      const [passing, ask] = [await askWithout(useCase, true), await askWithout(useCase, false)];
      const left = method === 'GET' ? ['GET', 'HEAD'] : [method];
      const others = allow.split(', ').filter((each) => !left.includes(each));
      const isAlone = others.length === 1;

      const response = await ask(method, path, json({}));

      expect(response.status).toBe(isAlone ? 404 : 405);
      expect(response.headers.allow).toBe(isAlone ? undefined : others.join(', '));
      expect(await passing(method, path, json({}))).toMatchObject({ status: 404, body: 'host' });
    },
  );

  test('leaves only the paths of the two required use cases', async () => {
    const { ask } = await serveAdmin();

    const responses = await Promise.all(SERVED_PATHS.map(({ path }) => ask('OPTIONS', path)));

    const served = SERVED_PATHS.map(({ path }, index) => [path, responses[index]?.headers.allow]);
    expect(served.filter(([, allow]) => allow !== undefined)).toEqual([
      ['/api/admin/projects/default/change-requests/scheduled', 'GET, HEAD, OPTIONS'],
      ['/api/admin/strategies/default', 'DELETE, OPTIONS'],
    ]);
  });
});

describe('Location', () => {
  const STRATEGIES = '/api/admin/strategies';
  const strategy = json({ name: 'byCountry', parameters: [] });
  const project = json({ id: 'ä/%?', name: '' });
  const changeRequest = json({ id: 9, environment: 'e', project: 'default', state: 'Scheduled' });
  const NEW = '/api/admin/projects/default/change-requests/scheduled/9';

  test.each([
    ['POST', STRATEGIES, strategy, `${STRATEGIES}/byCountry`],
    ['POST', `${STRATEGIES}/`, strategy, `${STRATEGIES}/byCountry`],
    ['POST', `${STRATEGIES}?a=b/`, strategy, `${STRATEGIES}/byCountry`],
    ['POST', '/api/admin/projects', project, '/api/admin/projects/%C3%A4%2F%25%3F'],
    ['PUT', NEW, changeRequest, NEW],
    ['PUT', `${NEW}/?a=b`, changeRequest, NEW],
  ])(
    'differs: sends Location as a path from the root: %s %s',
    async (method, path, body, location) => {
      const { ask } = await serveAdmin({ isWhole: true });

      const response = await ask(method, path, body);

      expect(response).toMatchObject({ status: 201, headers: { location } });
      expect((await ask('DELETE', String(response.headers.location))).status).toBe(200);
    },
  );

  test('begins with the base path, and with the mount that Express took off', async () => {
    const { everything } = await createAdminWorld();
    const listener = listenerOf(everything, { basePath: '/flags' });
    const { ask } = await serve((request, response) => {
      const { url = '' } = request;
      const mounted = { originalUrl: url, url: url.replace('/mounted', '') };
      listener(Object.assign(request, mounted), response);
    });

    const { headers } = await ask('POST', `/mounted/flags${STRATEGIES}?a=b`, strategy);

    expect(headers.location).toBe(`/mounted/flags${STRATEGIES}/byCountry`);
  });

  test('is absent from the response to a replacement', async () => {
    const { ask } = await serveAdmin({ isWhole: true });
    await ask('PUT', NEW, changeRequest);

    const response = await ask('PUT', NEW, changeRequest);

    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('location');
  });
});

describe('a change request with an ETag', () => {
  /** Serves the API, and sends requests for one change request. */
  async function serveOne() {
    const { ask, store } = await serveAdmin({ isWhole: true });
    const found = await ask('GET', ONE);
    const send = (method: string, headers: object, body?: object) =>
      body === undefined
        ? ask(method, ONE, { headers: { Authorization: ADMIN, ...headers } })
        : ask(method, ONE, json(body, { ...headers }));
    return { ask, store, send, etag: String(found.headers.etag), found: JSON.parse(found.body) };
  }

  test('is neither changed nor deleted with an empty If-Match', async () => {
    const { store, send, found } = await serveOne();
    const before = await store.events.list({ limit: 1 });

    const changed = await send('PUT', { 'If-Match': '' }, { ...found, title: 'x' });
    const deleted = await send('DELETE', { 'If-Match': '' });

    expect([changed, deleted].map(errorIn)).toMatchObject([{ status: 412 }, { status: 412 }]);
    expect(await store.events.list({ limit: 1 })).toEqual(before);
  });

  test('reads two headers of one name as one list', async () => {
    const { send, etag } = await serveOne();

    expect((await send('DELETE', { 'If-Match': ['"a"', etag] })).status).toBe(200);
  });

  test('is a 404 if it does not exist, whatever the headers ask', async () => {
    const { ask } = await serveOne();

    for (const asked of [{ 'If-None-Match': '*' }, { 'If-Match': '*' }]) {
      const headers = { Authorization: ADMIN, ...asked };
      expect((await ask('GET', `${ONE}9`, { headers })).status).toBe(404);
      expect((await ask('DELETE', `${ONE}9`, { headers })).status).toBe(404);
    }
  });
});
