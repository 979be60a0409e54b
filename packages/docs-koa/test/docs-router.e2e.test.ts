import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OpenApiDocument, openApiDocument } from '@forewarn/http-koa';
import Koa from 'koa';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDocsRouter } from '../src/index.ts';
import { createApp } from './first-use.example.ts';

const neverAsked = (): never => {
  throw new Error('asked');
};
const useCases = {
  admit: neverAsked,
  searchScheduledChangeRequests: neverAsked,
  deleteStrategy: neverAsked,
};

type Get = (path: string, init?: RequestInit) => Promise<Response>;

async function serve(app: Pick<Koa, 'callback'>): Promise<Get> {
  const answer = app.callback();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

const serveDocs = (documentOf = () => openApiDocument(useCases)): Promise<Get> =>
  serve(new Koa().use(createDocsRouter(documentOf).routes()));

test('the document is served as JSON, and made once', async () => {
  const documentOf = vi.fn<() => OpenApiDocument>(() => openApiDocument(useCases));
  const get = await serveDocs(documentOf);
  expect(documentOf).not.toHaveBeenCalled();

  const answers = [await get('/docs/openapi.json'), await get('/docs/openapi.json')];

  for (const answer of answers) {
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(useCases))));
  }
  expect(documentOf).toHaveBeenCalledTimes(1);
});

test('the page may load what its server has, and nothing else', async () => {
  const get = await serveDocs();

  const page = await get('/docs');

  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(policy).not.toContain('http');
  expect(await page.text()).not.toMatch(/<script>|<style|style=|https?:/);
});

test('all that the page names is there, with its type', async () => {
  const get = await serveDocs();
  const page = await (await get('/docs')).text();
  const named = [...page.matchAll(/(?:src|href)="(?<path>docs\/[^"]+)"/g)];

  expect(named).toHaveLength(3);
  for (const { groups } of named) {
    const answer = await get(`/${groups?.['path']}`);
    const { length } = await answer.text();
    expect({ status: answer.status, isEmpty: length === 0 }).toEqual({
      status: 200,
      isEmpty: false,
    });
    expect(answer.headers.get('content-type')).toMatch(/^text\/(?:css|javascript); charset=utf-8$/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('a slash at the end leads to the page without it', async () => {
  const get = await serveDocs();

  const answer = await get('/docs/');

  expect(new URL(answer.url).pathname).toBe('/docs');
  expect(answer.status).toBe(200);
});

test('is read alone: other methods are a 405, other paths are left to the app', async () => {
  const get = await serveDocs();

  for (const path of ['/docs', '/docs/', '/docs/openapi.json', '/docs/start.js']) {
    const answer = await get(path, { method: 'POST' });
    expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD, OPTIONS',
    });
  }
  for (const path of ['/docs/package.json', '/docs/..%2fpackage.json', '/docs/swagger-ui.css/']) {
    expect((await get(path)).status).toBe(404);
  }
});

test('the example of the README serves it below a base path', async () => {
  const get = await serve(createApp(useCases));

  expect((await get('/flags/docs')).status).toBe(200);
  expect((await get('/flags/docs/swagger-ui.css')).status).toBe(200);
  expect(await (await get('/flags/docs/openapi.json')).json()).toMatchObject({
    servers: [{ url: '/flags' }],
  });
  expect((await get('/docs')).status).toBe(404);
});
