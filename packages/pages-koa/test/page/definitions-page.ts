import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Store } from '@forewarn/store';
import type { Locator, Page } from 'playwright-core';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
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
export const openDefinitions = (options: PageOptions = {}): Promise<OpenedPage> =>
  openSignedIn({
    definitions: ['abandonedSale', 'holidaySale'],
    has: [using(17, 'holidaySale')],
    hash: '#/strategies',
    ...options,
  });

/** What a dialog says about a definition that nothing uses. */
export const UNUSED = 'Nothing scheduled touches it';

/** Asks to delete a definition, and waits until the dialog says what that would break. */
export async function openDialog(page: Page, name: string, says?: string): Promise<Locator> {
  await page.getByRole('button', { name: `Delete… ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete the strategy definition ${name}?` });
  await (says === undefined ? dialog : dialog.getByText(says)).waitFor();
  return dialog;
}

/** The button that deletes. */
export const confirmIn = (dialog: Locator): Locator =>
  dialog.getByRole('button', { name: 'Delete', exact: true });

export const exists = async (store: Store, name: string): Promise<boolean> =>
  (await store.strategies.find(name)).isOk();
