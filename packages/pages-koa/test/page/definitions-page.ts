import type { ScheduledChangeRequest, Store } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import type { Browser, Locator, Page } from 'playwright-core';
import { changeRequest, record, register } from '../../../service/test/http/sample-data.ts';
import { type OpenedPage, openSignedIn, type PageOptions } from './opened-page.ts';

/** A change request that adds a strategy of a definition. */
export const using = (
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
export async function openDefinitions(
  browser: Browser,
  options: PageOptions = {},
): Promise<OpenedPage> {
  const store = createMemoryStore();
  await register(store, 'abandonedSale', 'holidaySale');
  await record(store, using(17, 'holidaySale'));
  return openSignedIn(browser, { store, hash: '#/strategies', ...options });
}

/** Asks to delete a definition. */
export async function openDialog(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Delete… ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete the strategy definition ${name}?` });
  await dialog.waitFor();
  return dialog;
}

/** Whether the definition exists. */
export const exists = async (store: Store, name: string): Promise<boolean> =>
  (await store.strategies.find(name)).isOk();
