import { memoryOperate } from '@forewarn/operate/memory';
import { fileURLToPath } from 'node:url';
import { createMemoryStore } from '@forewarn/store-memory';
import { build, type Rolldown } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { headlessBrowser } from '../../../tools/headless-browser.ts';
import { changeRequest, record } from '../../service/test/http/sample-data.ts';
import { makeKey, serve } from '../../service/test/http/served-app.ts';
import type * as client from '../src/index.ts';

/** The client as one script that sets the global `forewarn`. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));
  const lib = { entry, formats: ['iife' as const], name: 'forewarn' };
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    build: { lib, write: false },
  })) as Rolldown.RolldownOutput[];
  return built?.output[0].code ?? '';
}

test('the client runs in a browser', async () => {
  const store = createMemoryStore({}, [memoryOperate]);
  const served = await serve(store);
  const page = await (await headlessBrowser()).newPage();
  onTestFinished(async () => {
    await page.close();
    await served.stop();
    await store.close();
  });
  const key = await makeKey(store, 'admin');
  await record(store, changeRequest(7, { checkout: [{ action: 'archiveFeature' }] }));
  // The service's own pages forbid scripts, so the client runs on the page of another app of this origin.
  const body = `<!doctype html><script>${await bundle()}</script>`;
  await page.route(`${served.url}/app`, (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  );
  await page.goto(`${served.url}/app`);

  const outcomes = await page.evaluate(
    async (options) => {
      const { createClient } = (globalThis as unknown as { forewarn: typeof client }).forewarn;
      const asking = createClient(options);
      return [
        await asking.getScheduledChangeRequests('shop', { feature: ['checkout'] }),
        await asking.getScheduledChangeRequests('shop', { feature: ['search'] }),
        await asking.removeStrategy('none'),
      ];
    },
    { url: served.url, key },
  );

  expect(outcomes).toEqual([
    { outcome: 'some', changeRequests: [{ id: 7, environment: 'production' }] },
    { outcome: 'none' },
    { outcome: 'refused', failure: expect.objectContaining({ status: 404 }) },
  ]);
});
