import Koa from 'koa';
import { expect, test } from 'vitest';
import { createPageRouter, type PageRouterOptions } from '../src/index.ts';
import { expectClosedPage, type Get, serve } from './serve.ts';

const servePage = (options?: PageRouterOptions, app = new Koa()): Promise<Get> =>
  serve(app.use(createPageRouter(options).routes()));

test.each(['', '/flags'])('serves the page and its files below "%s"', async (basePath) => {
  await expectClosedPage(await servePage({ basePath }), `${basePath}/`, 2);
});

/** An app that takes the path of a mount off, as koa-mount does. */
const mounted = () =>
  new Koa().use((ctx, next) => {
    ctx.path = ctx.path.replace('/a/flags', '') || '/';
    return next();
  });

test.each([
  ['its path, whatever a proxy puts before it', '/a/flags', undefined],
  ['the path of its mount', '', mounted()],
])('adds the last slash to %s', async (_what, basePath, app) => {
  const get = await servePage({ basePath }, app);

  const { status, headers } = await get('/a/flags', { redirect: 'manual' });

  const moved = new URL(String(headers.get('location')), 'https://example.com/tools/a/flags');
  expect([status, moved.pathname]).toEqual([302, '/tools/a/flags/']);
});

test('offers the key of a sample, and none by default', async () => {
  const get = await servePage({ sampleKey: '"><script>' });
  const without = await servePage();

  expect(await (await get('/')).text()).toContain(
    '<meta name="forewarn-sample-key" content="&quot;><script>">',
  );
  expect(await (await without('/')).text()).not.toContain('forewarn-sample-key');
});
