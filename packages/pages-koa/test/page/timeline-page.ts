import type { Page } from 'playwright-core';
import {
  type OpenedPage,
  openSignedIn,
  type PageOptions,
  SAMPLE,
  untilRead,
} from './opened-page.ts';

/** Opens the timeline of the sample, or another view of it, and waits until it is read. */
export async function openShop(options: PageOptions = {}): Promise<OpenedPage> {
  const opened = await openSignedIn({ ...SAMPLE, ...options });
  await untilRead(opened.page);
  return opened;
}

/** The titles in a table, in order. */
export const titlesIn = (page: Page, caption: string): Promise<readonly string[]> =>
  page.getByRole('table', { name: caption }).getByRole('rowheader').allInnerTexts();
