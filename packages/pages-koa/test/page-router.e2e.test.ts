import Koa from 'koa';
import { expect, test } from 'vitest';
import { createPageRouter, type PageRouterOptions } from '../src/index.ts';
import { type Get, serve } from './serve.ts';

const servePage = (options?: PageRouterOptions): Promise<Get> =>
  serve(new Koa().use(createPageRouter(options).routes()));

test.each(['', '/flags'])('serves the page and its files below "%s"', async (basePath) => {
  const get = await servePage({ basePath });

  const page = await get(`${basePath}/`);
  const html = await page.text();

  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html).not.toMatch(/<script>|<style|style=|https?:/);
  const files = [...html.matchAll(/(?:src|href)="\.\/(?<path>page\/[^"]+)"/g)];
  expect(files).toHaveLength(2);
  for (const { groups } of files) {
    const file = await get(`${basePath}/${groups?.['path']}`);
    expect(file.headers.get('content-type')).toMatch(/^text\/(?:javascript|css); charset=utf-8$/);
    expect(file.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect((await file.text()).length).toBeGreaterThan(1_000);
  }
});

test('the page may load only from its own server', async () => {
  const get = await servePage();

  const policy = (await get('/')).headers.get('content-security-policy') ?? '';

  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|http/);
});

test('offers the key of a sample, and none by default', async () => {
  const get = await servePage({ sampleKey: '"><script>' });
  const without = await servePage();

  expect(await (await get('/')).text()).toContain(
    '<meta name="forewarn-sample-key" content="&quot;><script>">',
  );
  expect(await (await without('/')).text()).not.toContain('forewarn-sample-key');
});

test('responds with 405 to other methods', async () => {
  const get = await servePage({ basePath: '/flags' });

  for (const path of ['/flags', '/flags/', '/flags/page/page.js']) {
    const response = await get(path, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  }
});
