import { type OpenApiDocument, openApiDocument } from '@forewarn/http-koa';
import { runInNewContext } from 'node:vm';
import Koa from 'koa';
import { describe, expect, test, vi } from 'vitest';
import { createDocsRouter } from '../src/index.ts';
import { createApp } from './first-use.example.ts';
import { expectClosedPage, type Get, serve } from './serve.ts';

const neverCalled = (): never => {
  throw new Error('asked');
};
const useCases = {
  admit: neverCalled,
  searchScheduledChangeRequests: neverCalled,
  deleteStrategy: neverCalled,
};

const serveDocs = (documentOf: () => OpenApiDocument): Promise<Get> =>
  serve(new Koa().use(createDocsRouter(documentOf).routes()));

// To compress the files takes longest.
const DOCS = createDocsRouter(() => openApiDocument(useCases)).routes();
const serveSame = (): Promise<Get> => serve(new Koa().use(DOCS));

test('the document is served as JSON and made once for concurrent requests', async () => {
  const documentOf = vi.fn<() => OpenApiDocument>(() => openApiDocument(useCases));
  const get = await serveDocs(documentOf);
  expect(documentOf).not.toHaveBeenCalled();

  const responses = await Promise.all(Array.from({ length: 20 }, () => get('/docs/openapi.json')));

  for (const response of responses) {
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(useCases))));
  }
  expect(documentOf).toHaveBeenCalledTimes(1);
});

test('a failed document is made again at the next request', async () => {
  let tries = 0;
  const documentOf = (): OpenApiDocument => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
    return openApiDocument(useCases);
  };
  const app = new Koa().use(createDocsRouter(documentOf).routes());
  app.silent = true;
  const get = await serve(app);

  expect((await get('/docs/openapi.json')).status).toBe(500);
  expect((await get('/docs/openapi.json')).status).toBe(200);
});

describe('a file', () => {
  const BUNDLE = '/docs/swagger-ui-bundle.js';
  const FILES = ['/docs', '/docs/openapi.json', '/docs/swagger-ui.css'];

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['deflate', null],
  ])('is sent to a client that accepts "%s" as %s', async (accepted, encoding) => {
    const get = await serveSame();

    const response = await get(BUNDLE, { headers: { 'Accept-Encoding': accepted } });

    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const length = Number(response.headers.get('content-length'));
    expect(length).toBeGreaterThan(encoding === null ? 1_000_000 : 0);
    expect(length).toBeLessThan(encoding === null ? Infinity : 500_000);
    expect(await response.text()).toContain('SwaggerUIBundle');
  });

  test.each(FILES)('is a 304 for a client with a current copy: %s', async (path) => {
    const get = await serveSame();
    const tags = new Set<string>();

    for (const accepted of ['br', 'gzip', 'identity']) {
      const headers = { 'Accept-Encoding': accepted };
      const first = await get(path, { headers });
      const tag = first.headers.get('etag') ?? '';
      await first.text();
      // A browser revalidates like this. By default fetch adds no-cache.
      const revalidation = { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' };
      const again = await get(path, { headers: { ...headers, ...revalidation } });

      expect(tag).toMatch(/^"[\w-]+"$/);
      expect({ status: again.status, length: (await again.text()).length }).toEqual({
        status: 304,
        length: 0,
      });
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('vary')).toBe('Accept-Encoding');
      expect(first.headers.get('cache-control')).toBe('no-cache');
      tags.add(`${tag} ${first.headers.get('content-encoding')}`);
    }

    // A strong tag identifies one sequence of bytes.
    expect(new Set([...tags].map((each) => each.split(' ')[0])).size).toBe(tags.size);
  });
});

test('the page and the files that it loads are served with their types', async () => {
  await expectClosedPage(await serveSame(), '/docs', 4);
});

test.each([
  ['/docs', '/docs', '/api/admin/user', '/api/admin/user'],
  ['/docs', '/tools/docs', '/api/admin/user?a=%2Fb', '/tools/api/admin/user?a=%2Fb'],
  ['/flags/docs', '/tools/flags/docs', '/flags/api/admin/user', '/tools/flags/api/admin/user'],
  ['/x/docs', '/x/x/docs', '/x/api/admin/user', '/x/x/api/admin/user'],
  ['/x/docs', '/x/x/docs', '/x/x/api/admin/user', '/x/x/api/admin/user'],
  ['/x/docs', '/x/x/docs', '/x/x/docs/openapi.json', '/x/x/docs/openapi.json'],
  ['/flags/docs', '/tools/flags/docs', '/tools/api/admin/user', '/tools/api/admin/user'],
  ['/docs', '/docs', '/elsewhere/api/admin/user', '/elsewhere/api/admin/user'],
  ['/docs', '/tools/docs', '/tools/api/admin/user', '/tools/api/admin/user'],
  ['/docs', '/tools/docs', '/tools/docs/openapi.json', '/tools/docs/openapi.json'],
])('the page %s, that is seen at %s, asks for %s at %s', async (path, seen, asked, sent) => {
  const basePath = path.replace('/docs', '');
  const router = createDocsRouter(() => openApiDocument(useCases), { basePath });
  const get = await serve(new Koa().use(router.routes()));
  const made: { readonly requestInterceptor: (request: object) => unknown }[] = [];
  runInNewContext(await (await get(`${path}/start.js`)).text(), {
    SwaggerUIBundle: (options: (typeof made)[0]) => made.push(options),
    URL,
    document: {
      baseURI: `https://example.com${seen}#/Users/getMe`,
      documentElement: { classList: { toggle: () => {} } },
    },
    matchMedia: () => ({ addEventListener: () => {} }),
  });

  expect(made[0]?.requestInterceptor({ url: `https://example.com${asked}` })).toEqual({
    url: `https://example.com${sent}`,
  });
});

test('a trailing slash redirects to the page without it', async () => {
  const get = await serveSame();

  const response = await get('/docs/');

  expect(new URL(response.url).pathname).toBe('/docs');
  expect(response.status).toBe(200);
});

test('responds with 405 to other methods, and leaves other paths to the app', async () => {
  const get = await serveSame();

  for (const path of ['/docs', '/docs/', '/docs/openapi.json', '/docs/start.js']) {
    const { status, headers } = await get(path, { method: 'POST' });
    expect([path, status, headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS']);
  }
  for (const path of ['/docs/package.json', '/docs/..%2fpackage.json', '/docs/swagger-ui.css/']) {
    expect((await get(path)).status).toBe(404);
  }
});

test('the example in the README serves the page below a base path', async () => {
  const forecasts = {
    getForecasts: neverCalled,
    getProjectForecasts: neverCalled,
    getForecast: neverCalled,
  };
  const get = await serve(createApp(useCases, forecasts));

  expect((await get('/flags/docs')).status).toBe(200);
  expect((await get('/flags/docs/swagger-ui.css')).status).toBe(200);
  expect(await (await get('/flags/docs/openapi.json')).json()).toMatchObject({
    servers: [{ url: '/flags' }],
  });
  expect((await get('/docs')).status).toBe(404);
});
