import { memoryOperate } from '@forewarn/operate/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { changeRequest, record } from '../../packages/service/test/http/sample-data.ts';
import { makeKey, serve } from '../../packages/service/test/http/served-app.ts';
import { headlessBrowser } from '../../tools/headless-browser.ts';
import { unleashAdmin } from './unleash-admin.ts';
import { startUnleashProxy } from './unleash-proxy.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the pictures, or undefined if they are not to be redrawn. */
    pictureFolder: string | undefined;
  }
}

const FEATURE = 'checkout';
const TITLE = 'New checkout for everyone';
const SEARCH = /^\/api\/admin\/projects\/[^/]+\/change-requests\/scheduled(?:\?|$)/;
const ADMIN = { username: 'admin', password: 'unleash4all' };

const unleash = unleashAdmin(inject('sharedUnleash'));
/** The id of the strategy of the feature. */
let strategyId: string;

beforeAll(async () => {
  const features = '/projects/default/features';
  await unleash.ask('POST', features, { name: FEATURE, type: 'release' });
  const strategies = `${features}/${FEATURE}/environments/production/strategies`;
  const added = await unleash.ask('POST', strategies, { name: 'default', parameters: {} });
  strategyId = (added as { readonly id: string }).id;
});

/** Opens the page of the feature in Unleash, whose searches go to a Forewarn with a scheduled change request. */
async function openFeature(): Promise<Page> {
  const served = await serve(createMemoryStore({}, [memoryForecast, memoryOperate]));
  const changes = {
    [FEATURE]: [{ action: 'updateStrategy', payload: { id: strategyId, name: 'default' } }],
  };
  const scheduled = { project: 'default', title: TITLE };
  await record(served.store, changeRequest(7, changes, scheduled));
  const key = await makeKey(served.store, 'page');
  const proxy = await startUnleashProxy(unleash.url, { paths: SEARCH, url: served.url, key });
  // Without a locale, the page fails.
  const context = await (await headlessBrowser()).newContext({ locale: 'en-GB' });
  onTestFinished(async () => {
    await context.close();
    await proxy.close();
    await served.stop();
    await served.store.close();
  });
  await context.request.post(`${proxy.url}/auth/simple/login`, { data: ADMIN });
  const page = await context.newPage();
  await page.goto(`${proxy.url}/projects/default/features/${FEATURE}`);
  return page;
}

async function draw(dialog: Locator, name: string): Promise<void> {
  const folder = inject('pictureFolder');
  if (folder === undefined) return;
  await dialog.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' });
}

const LINK = { name: `#7 (${TITLE})` };
const LINKED_PATH = '/projects/default/change-requests/7';

test("Unleash's archive dialog links to the change request that Forewarn recorded", async () => {
  const page = await openFeature();

  await page.getByRole('button', { name: 'Feature flag actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  const link = page.getByRole('dialog').getByRole('link', LINK);
  await link.waitFor();

  expect(await link.getAttribute('href')).toBe(LINKED_PATH);
  await draw(page.getByRole('dialog'), 'archive-dialog');
});

test("Unleash's removal of a strategy links to the change request that Forewarn recorded", async () => {
  const page = await openFeature();

  await page.getByRole('button', { name: '1 strategy' }).click();
  await page.getByTestId('STRATEGY_REMOVE_MENU_BTN').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('link', LINK) });
  const link = dialog.getByRole('link', LINK);
  await link.waitFor();

  expect(await link.getAttribute('href')).toBe(LINKED_PATH);
  await draw(dialog, 'remove-strategy-dialog');
});
