import { expect, test } from 'vitest';
import { confirmIn, exists, openDefinitions, openDialog, UNUSED } from './definitions-page.ts';
import { cardOf } from './impact-page.ts';
import { holdRequests, holdTimeouts, stopRetries } from './opened-page.ts';

const DELETE = '**/strategies/*?guard=refuse*';

test('a definition that another tab deleted is told', async () => {
  const { page, expectClean } = await openDefinitions();
  const dialog = await openDialog(page, 'abandonedSale', UNUSED);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const otherDialog = await openDialog(other, 'abandonedSale', UNUSED);
  await confirmIn(otherDialog).click();
  await other.getByText('Deleted abandonedSale.').waitFor();

  await confirmIn(dialog).click();
  await dialog
    .getByRole('alert')
    .getByText('There is no strategy definition "abandonedSale".')
    .waitFor();

  expect(await confirmIn(dialog).isEnabled()).toBe(false);
  await expectClean();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => cardOf(page, 'abandonedSale').count()).toBe(0);
});

test('a delete that times out is told as unconfirmed, and can be tried again', async () => {
  const { page, served } = await openDefinitions();
  const timeOut = await holdTimeouts(page);
  let isSlow = true;
  await page.route(DELETE, async (route) => {
    if (!isSlow) await route.continue();
  });
  const dialog = await openDialog(page, 'abandonedSale');
  const confirm = confirmIn(dialog);
  const sent = page.waitForRequest(/guard=refuse/);
  await confirm.click();
  await sent;
  await timeOut();
  await dialog.getByText('It may have been deleted all the same').waitFor();

  await dialog.getByText('Nothing scheduled touches it').waitFor();
  expect(await exists(served.store, 'abandonedSale')).toBe(true);
  isSlow = false;
  await confirm.click();
  await page.getByText('Deleted abandonedSale.').waitFor();
});

test('a delete without a response yet keeps its dialog, whatever is pressed', async () => {
  const { page, served } = await openDefinitions();
  const respond = await holdRequests(page, DELETE);
  const dialog = await openDialog(page, 'abandonedSale');
  await confirmIn(dialog).click();
  await dialog.getByRole('button', { name: 'Deleting…' }).waitFor();

  // A browser prevents only the first.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  respond();
  await page.getByText('Deleted abandonedSale.').waitFor();

  expect(await exists(served.store, 'abandonedSale')).toBe(false);
  await expect.poll(() => cardOf(page, 'abandonedSale').count()).toBe(0);
});

test('a service that is down shows no use, and nothing can be deleted', async () => {
  const { page, expectClean } = await openDefinitions();
  await page.getByText('1 scheduled change request touches it').waitFor();
  await stopRetries(page);
  await page.route('**/api/**', (route) => route.abort());

  const dialog = await openDialog(page, 'holidaySale');
  await dialog.getByRole('alert').getByText('No connection to the service.').waitFor();
  expect(await confirmIn(dialog).isEnabled()).toBe(false);
  await expectClean();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alert').getByText('No connection to the service.').waitFor();

  expect(await page.locator('main').innerText()).not.toContain('touches it');
  expect(await cardOf(page, 'holidaySale').innerText()).toContain('Not known what uses it');
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again now' }).click();
  await page.getByText('1 scheduled change request touches it').waitFor();
});

test('a permission that is lost in between is told', async () => {
  const { page, served } = await openDefinitions();
  const dialog = await openDialog(page, 'abandonedSale', UNUSED);
  await page.route(DELETE, (route) =>
    route.fulfill({ status: 403, json: { message: 'You need the permission DELETE_STRATEGY.' } }),
  );

  await confirmIn(dialog).click();
  await dialog.getByText('Nothing was deleted. You need the permission DELETE_STRATEGY.').waitFor();

  expect(await exists(served.store, 'abandonedSale')).toBe(true);
});

test('a key that is revoked while the dialog is open leads back to the sign-in', async () => {
  const { page, served, expectClean } = await openDefinitions();
  const dialog = await openDialog(page, 'abandonedSale', UNUSED);
  await page.route(DELETE, (route) =>
    route.fulfill({ status: 401, json: { message: 'Send a valid API key.' } }),
  );

  await confirmIn(dialog).click();
  await page.getByLabel('API key').waitFor();

  expect(await page.getByRole('alert').innerText()).toContain('Nothing was deleted.');
  expect(await exists(served.store, 'abandonedSale')).toBe(true);
  expect(page.url()).toContain('#/strategies');
  await expectClean();
});
