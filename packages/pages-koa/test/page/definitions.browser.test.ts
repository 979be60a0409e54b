import { memoryCleanup } from '@forewarn/cleanup/memory';
import { memoryForecast } from '@forewarn/forecast/memory';
import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryWhatIf } from '@forewarn/what-if/memory';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { record } from '../../../service/test/http/sample-data.ts';
import {
  confirmIn,
  exists,
  openDefinitions,
  openDialog,
  UNUSED,
  using,
} from './definitions-page.ts';
import { cardOf } from './impact-page.ts';

const focused = (page: Page): Promise<unknown> =>
  page.evaluate('document.activeElement.textContent');

test('lists each definition with what is scheduled on it', async () => {
  const { page, expectClean } = await openDefinitions();
  const used = cardOf(page, 'holidaySale');
  await used.getByText('1 scheduled change request touches it').waitFor();

  await used.getByText('Details').click();

  await used.getByText('shop · production · tom').waitFor();
  expect(await used.innerText()).toContain('add strategy in sale-banner');
  // Nothing happens to it unless the definition is deleted.
  expect(await used.innerText()).not.toContain('fail');
  expect(await cardOf(page, 'abandonedSale').innerText()).toContain('Nothing scheduled touches it');
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'abandonedSale',
    'applicationHostnameBuilt-in: can’t be deleted',
    'defaultBuilt-in: can’t be deleted',
    'flexibleRolloutBuilt-in: can’t be deleted',
    'holidaySale',
    'remoteAddressBuilt-in: can’t be deleted',
  ]);
  await page.getByText('A green tick means that no scheduled change request uses it.').waitFor();
  // A built-in definition can't be deleted.
  expect(await page.getByRole('button', { name: /^Delete…/ }).count()).toBe(2);
  await expectClean();
});

test('says what uses a definition, and since when that is known', async () => {
  const store = createMemoryStore({}, [memoryForecast, memoryWhatIf, memoryCleanup, memoryOperate]);
  const { page, expectClean } = await openDefinitions({ store });
  const useOf = (name: string) => cardOf(page, name).locator('.use').innerText();
  await cardOf(page, 'holidaySale').getByText('Whether features use it is not known.').waitFor();

  const features = ['gift', 'banner'].map((name) => ({
    name,
    isStale: false,
    definitions: ['holidaySale'],
  }));
  const use = { asOf: '2026-11-23T08:00:00Z', plannedDefinitions: [], features };
  (await store.featureUse.replace({ projectId: 'shop', ...use }))._unsafeUnwrap();
  await page.reload();
  await cardOf(page, 'holidaySale').getByText('Used by 2 features: banner, gift.').waitFor();
  expect(await useOf('abandonedSale')).toMatch(/^As of .* 09:00: No feature uses it\.$/);

  const planned = { ...use, plannedDefinitions: ['abandonedSale'] };
  (await store.featureUse.replace({ projectId: 'shop', ...planned }))._unsafeUnwrap();
  await page.reload();
  await cardOf(page, 'abandonedSale').getByText('A release template uses it.').waitFor();
  await cardOf(page, 'holidaySale').getByText('Used by 2 features: banner, gift.').waitFor();

  const { plannedDefinitions: _unknown, ...partly } = use;
  (await store.featureUse.replace({ projectId: 'shop', ...partly }))._unsafeUnwrap();
  await page.reload();
  await cardOf(page, 'holidaySale')
    .getByText('Used by 2 features or more: banner, gift.')
    .waitFor();
  await cardOf(page, 'abandonedSale').getByText('Whether features use it is not known.').waitFor();
  // A built-in one.
  expect(await cardOf(page, 'default').locator('.use').count()).toBe(0);
  await expectClean();
});

test('asks for no whole clean-up where the only name is too long for a request', async () => {
  const { page } = await openDefinitions({ definitions: ['销'.repeat(255)] });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByText('Whether features use it is not known.').waitFor();
  await page.getByText(/read at 10:00/i).waitFor();
  await page.clock.setFixedTime('2026-11-23T09:02:00Z');
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByText(/read at 10:02/i).waitFor();

  expect(asked).toContainEqual(expect.stringMatching(/\/strategies$/));
  expect(asked).not.toContainEqual(expect.stringMatching(/\/cleanup$/));
});

test('deletes an unused definition from the keyboard', async () => {
  const { page, served, expectClean } = await openDefinitions();
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
  expect(await dialog.innerText()).toContain('It can’t be undone.');
  await expectClean();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Deleted abandonedSale.').waitFor();

  expect(await focused(page)).toMatch(/^Deleted abandonedSale\. \d strategy definitions\.$/);
  expect(await exists(served.store, 'abandonedSale')).toBe(false);
  await expect.poll(() => button.count()).toBe(0);
  await expectClean();
});

test('a dialog that was closed opens again at once', async () => {
  const { page, expectClean } = await openDefinitions();
  const dialog = await openDialog(page, 'abandonedSale', UNUSED);

  // In one turn, as the browser tells of the closing in the next frame.
  await page.evaluate(`
    document.querySelector('dialog [autofocus]').click();
    document.querySelector('[aria-label="Delete… abandonedSale"]').click();
    new Promise((told) => requestAnimationFrame(() => setTimeout(told)));
  `);

  await dialog.getByText('Nothing scheduled touches it').waitFor();
  await expectClean();
});

test('deletes a used definition after its name was typed', async () => {
  const { page, served, expectClean } = await openDefinitions();
  const dialog = await openDialog(page, 'holidaySale', 'Will fail');
  const confirm = confirmIn(dialog);
  const field = dialog.getByLabel('Type its name to delete it anyway');

  expect(await confirm.isEnabled()).toBe(false);
  await field.fill('holidaysale');
  expect(await confirm.isEnabled()).toBe(false);
  await page.keyboard.press('Enter');
  await dialog.getByText('Nothing was deleted. Type holidaySale, in the same letters.').waitFor();
  expect(await exists(served.store, 'holidaySale')).toBe(true);
  await expectClean();
  await field.fill('holidaySale');
  await page.keyboard.press('Enter');
  await page.getByText('Deleted holidaySale.').waitFor();

  expect(await exists(served.store, 'holidaySale')).toBe(false);
});

test('what is scheduled while the dialog is open is shown, also later, and the name is needed again', async () => {
  const { page, served, expectClean } = await openDefinitions();
  const dialog = await openDialog(page, 'holidaySale');
  const field = dialog.getByLabel('Type its name to delete it anyway');
  await field.fill('holidaySale');
  await record(served.store, using(18, 'holidaySale', { title: 'Arrived later' }));

  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('Nothing was deleted').waitFor();

  expect(await dialog.innerText()).toContain('2 scheduled change requests touch it');
  expect(await dialog.innerText()).toContain('Arrived later');
  expect(await field.inputValue()).toBe('');
  expect(await confirmIn(dialog).isEnabled()).toBe(false);
  expect(await exists(served.store, 'holidaySale')).toBe(true);
  await expectClean();
  await record(served.store, using(19, 'holidaySale'));
  await page.clock.setFixedTime('2026-11-23T09:02:00Z');
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await dialog.getByText('read at 10:02').waitFor();
  expect(await dialog.innerText()).toContain('3 scheduled change requests touch it');
  await field.fill('holidaySale');
  await page.keyboard.press('Enter');
  await page.getByText('Deleted holidaySale.').waitFor();
  expect(await exists(served.store, 'holidaySale')).toBe(false);
});

/** Of two change requests, one uses a definition in another project. */
const IN_OFFICE = [using(17, 'other'), using(1, 'holidaySale', { project: 'office' })];

test('a key for one project sees no delete, and no all-clear', async () => {
  const { page, expectClean } = await openDefinitions({
    has: IN_OFFICE,
    scope: { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] },
  });
  const card = cardOf(page, 'holidaySale');
  await card.getByText('Unknown whether anything scheduled touches it').waitFor();

  await card.getByText('Details').click();

  await card.getByText('There are projects that the key, or the sync, may not read.').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('Nothing scheduled');
  expect(await page.getByRole('button', { name: /^Delete…/ }).count()).toBe(0);
  await expectClean();
});

test('a delete counts what the key may not read', async () => {
  const { page, served } = await openDefinitions({
    has: IN_OFFICE,
    scope: { permissions: ['PROJECT_CHANGE_REQUEST_READ', 'DELETE_STRATEGY'], projects: ['shop'] },
  });

  const dialog = await openDialog(page, 'holidaySale');
  await dialog.getByText('1 change request in projects that your key may not read').waitFor();
  await dialog.getByLabel('Type its name to delete it anyway').fill('holidaySale');
  await page.keyboard.press('Enter');
  await page.getByText('Deleted holidaySale.').waitFor();

  expect(await exists(served.store, 'holidaySale')).toBe(false);
});

test('asks for the impact of more definitions than one request may have', async () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `rollout${index}`);
  const { page } = await openDefinitions({
    definitions: [...names, 'unused'],
    has: [using(17, 'rollout999')],
  });

  await cardOf(page, 'rollout999').getByText('1 scheduled change request touches it').waitFor();

  const cards = page.locator('.cards.definitions > li');
  expect(await cards.filter({ hasText: 'Nothing scheduled touches it' }).count()).toBe(1_005);
  expect(await cards.count()).toBe(1_006);
});
