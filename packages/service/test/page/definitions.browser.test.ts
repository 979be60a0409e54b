import { createMemoryStore } from '@forewarn/store-memory';
import type { ScheduledChangeRequest, Store } from '@forewarn/core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeadlessBrowser, openBrowser } from '../../../../tools/headless-browser.ts';
import { changeRequest, record, register } from '../http/sample-data.ts';
import { cardOf } from './impact-page.ts';
import { expectClean, type OpenedPage, openSignedIn, type PageOptions } from './opened-page.ts';

let headless: HeadlessBrowser;

beforeAll(async () => {
  headless = await openBrowser();
});

afterAll(() => headless.close());

const using = (
  id: number,
  name: string,
  more: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest =>
  changeRequest(
    id,
    { 'sale-banner': [{ action: 'addStrategy', payload: { name, segments: [] } }] },
    { title: `Use ${name}`, createdBy: { username: 'tom' }, ...more },
  );

/** Opens the strategy definitions: one is used, one is not. */
async function openDefinitions(options: PageOptions = {}): Promise<OpenedPage> {
  const store = createMemoryStore();
  await register(store, 'abandonedSale', 'holidaySale');
  await record(store, using(17, 'holidaySale'));
  return openSignedIn(headless.browser, { store, hash: '#/strategies', ...options });
}

async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Delete… ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete the strategy definition ${name}?` });
  await dialog.waitFor();
  return dialog;
}

const exists = async (store: Store, name: string): Promise<boolean> =>
  (await store.strategies.find(name)).isOk();

const focused = (page: Page): Promise<unknown> =>
  page.evaluate('document.activeElement.textContent');

test('lists each definition with what is scheduled on it', async () => {
  const opened = await openDefinitions();
  const { page } = opened;
  const used = cardOf(page, 'holidaySale');
  await used.getByText('1 scheduled change request touches it').waitFor();

  await used.getByText('If you deleted it').click();

  await used.getByText('shop · production · tom').waitFor();
  expect(await used.innerText()).toContain('Will fail when applied: add strategy in sale-banner');
  expect(await cardOf(page, 'abandonedSale').innerText()).toContain('Nothing scheduled touches it');
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'abandonedSale',
    'applicationHostnameBuilt-in',
    'defaultBuilt-in',
    'flexibleRolloutBuilt-in',
    'holidaySale',
    'remoteAddressBuilt-in',
  ]);
  // A built-in definition can't be deleted.
  expect(await page.getByRole('button', { name: /^Delete…/ }).count()).toBe(2);
  await expectClean(opened);
});

test('deletes an unused definition from the keyboard', async () => {
  const opened = await openDefinitions();
  const { page, served } = opened;
  const button = page.getByRole('button', { name: 'Delete… abandonedSale' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nothing scheduled touches it').waitFor();
  expect(await focused(page)).toBe('Cancel');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await focused(page)).toBe('Delete…');

  await page.keyboard.press('Enter');
  await dialog.getByText('Nothing scheduled touches it').waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await expectClean(opened);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Deleted abandonedSale.').waitFor();

  expect(await focused(page)).toContain('Deleted abandonedSale.');
  expect(await exists(served.store, 'abandonedSale')).toBe(false);
  await expect.poll(() => button.count()).toBe(0);
  await expectClean(opened);
});

test('deletes a used definition after its name was typed', async () => {
  const opened = await openDefinitions();
  const { page, served } = opened;
  const dialog = await openDialog(page, 'holidaySale');
  await dialog.getByText('Will fail when applied').waitFor();
  const confirm = dialog.getByRole('button', { name: 'Delete', exact: true });
  const field = dialog.getByLabel('Type its name to delete it anyway');

  expect(await confirm.isEnabled()).toBe(false);
  await field.fill('holidaysale');
  expect(await confirm.isEnabled()).toBe(false);
  await page.keyboard.press('Enter');
  expect(await exists(served.store, 'holidaySale')).toBe(true);
  await expectClean(opened);
  await field.fill('holidaySale');
  await page.keyboard.press('Enter');
  await page.getByText('Deleted holidaySale.').waitFor();

  expect(await exists(served.store, 'holidaySale')).toBe(false);
});

test('what is scheduled while the dialog is open is shown, and the name is needed again', async () => {
  const opened = await openDefinitions();
  const { page, served } = opened;
  const dialog = await openDialog(page, 'holidaySale');
  const field = dialog.getByLabel('Type its name to delete it anyway');
  await field.fill('holidaySale');
  await record(served.store, using(18, 'holidaySale', { title: 'Arrived later' }));

  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('Nothing was deleted').waitFor();

  expect(await dialog.innerText()).toContain('2 scheduled change requests touch it');
  expect(await dialog.innerText()).toContain('Arrived later');
  expect(await field.inputValue()).toBe('');
  expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).isEnabled()).toBe(false);
  expect(await exists(served.store, 'holidaySale')).toBe(true);
  await expectClean(opened);
  await field.fill('holidaySale');
  await page.keyboard.press('Enter');
  await page.getByText('Deleted holidaySale.').waitFor();
  expect(await exists(served.store, 'holidaySale')).toBe(false);
});

test('an unused definition that is used in between needs its name', async () => {
  const { page, served } = await openDefinitions();
  const dialog = await openDialog(page, 'abandonedSale');
  await dialog.getByText('Nothing scheduled touches it').waitFor();
  await record(served.store, using(18, 'abandonedSale'));

  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByLabel('Type its name').waitFor();

  expect(await dialog.getByRole('alert').innerText()).toContain('Nothing was deleted');
  expect(await exists(served.store, 'abandonedSale')).toBe(true);
});

test('a definition that another tab deleted is told', async () => {
  const opened = await openDefinitions();
  const { page, key } = opened;
  const dialog = await openDialog(page, 'abandonedSale');
  await dialog.getByText('Nothing scheduled touches it').waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel('API key').fill(key);
  await other.getByRole('button', { name: 'Sign in' }).click();
  const otherDialog = await openDialog(other, 'abandonedSale');
  await otherDialog.getByText('Nothing scheduled touches it').waitFor();
  await otherDialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await other.getByText('Deleted abandonedSale.').waitFor();

  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('alert').getByText('There is no strategy "abandonedSale".').waitFor();

  expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).isEnabled()).toBe(false);
  await expectClean(opened);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => cardOf(page, 'abandonedSale').count()).toBe(0);
});

test('a delete without a response is told as unconfirmed, and what is there is read again', async () => {
  const opened = await openDefinitions();
  const { page, served } = opened;
  await page.route('**/strategies/*?guard=refuse*', async (route) => {
    // The delete takes effect, but its response is lost.
    await route.fetch();
    await route.abort();
  });
  const dialog = await openDialog(page, 'abandonedSale');
  await dialog.getByText('Nothing scheduled touches it').waitFor();

  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('It may have been deleted all the same').waitFor();
  await dialog.getByText('There is no strategy "abandonedSale".').waitFor();

  expect(await exists(served.store, 'abandonedSale')).toBe(false);
  await expectClean(opened);
});

test('a service that is down shows no use, and nothing can be deleted', async () => {
  const opened = await openDefinitions();
  const { page } = opened;
  await page.getByText('1 scheduled change request touches it').waitFor();
  await page.route('**/api/**', (route) => route.abort());

  const dialog = await openDialog(page, 'holidaySale');
  await dialog.getByRole('alert').getByText('No connection to the service.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).isEnabled()).toBe(false);
  await expectClean(opened);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').getByText('No connection to the service.').waitFor();

  expect(await page.locator('main').innerText()).not.toContain('touches it');
  expect(await cardOf(page, 'holidaySale').innerText()).toContain('Not known what uses it');
  await page.unroute('**/api/**');
  await page.getByText('1 scheduled change request touches it').waitFor();
});

test('a key for one project sees no delete, and no all-clear', async () => {
  const store = createMemoryStore();
  await register(store, 'holidaySale');
  await record(store, using(17, 'other'), using(1, 'holidaySale', { project: 'office' }));
  const opened = await openDefinitions({
    store,
    scope: { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] },
  });
  const { page } = opened;
  const card = cardOf(page, 'holidaySale');
  await card.getByText('Unknown whether anything scheduled touches it').waitFor();

  await card.getByText('If you deleted it').click();

  await card.getByText('There are projects that your key may not read.').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('Nothing scheduled');
  expect(await page.getByRole('button', { name: /^Delete…/ }).count()).toBe(0);
  await expectClean(opened);
});

test('a delete counts what the key may not read', async () => {
  const store = createMemoryStore();
  await register(store, 'holidaySale');
  await record(store, using(17, 'other'), using(1, 'holidaySale', { project: 'office' }));
  const { page } = await openDefinitions({
    store,
    scope: { permissions: ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'], projects: ['shop'] },
  });

  const dialog = await openDialog(page, 'holidaySale');
  await dialog.getByText('1 change request in projects that your key may not read').waitFor();
  await dialog.getByLabel('Type its name to delete it anyway').fill('holidaySale');
  await page.keyboard.press('Enter');
  await page.getByText('Deleted holidaySale.').waitFor();

  expect(await exists(store, 'holidaySale')).toBe(false);
});

test('a permission that is lost in between is told', async () => {
  const { page, served } = await openDefinitions();
  const dialog = await openDialog(page, 'abandonedSale');
  await dialog.getByText('Nothing scheduled touches it').waitFor();
  await page.route('**/strategies/*?guard=refuse*', (route) =>
    route.fulfill({ status: 403, json: { message: 'You need the permission DELETE_STRATEGY.' } }),
  );

  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('Nothing was deleted. You need the permission DELETE_STRATEGY.').waitFor();

  expect(await exists(served.store, 'abandonedSale')).toBe(true);
});

test('a key that is revoked while the dialog is open leads back to the sign-in', async () => {
  const opened = await openDefinitions();
  const { page, served } = opened;
  const dialog = await openDialog(page, 'abandonedSale');
  await dialog.getByText('Nothing scheduled touches it').waitFor();
  await page.route('**/strategies/*?guard=refuse*', (route) =>
    route.fulfill({ status: 401, json: { message: 'Send a valid API key.' } }),
  );

  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByLabel('API key').waitFor();

  expect(await page.getByRole('alert').innerText()).toContain('Nothing was deleted.');
  expect(await exists(served.store, 'abandonedSale')).toBe(true);
  expect(page.url()).toContain('#/strategies');
  await expectClean(opened);
});
