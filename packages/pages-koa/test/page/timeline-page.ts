import type { Page } from 'playwright-core';
import { type OpenedPage, openSignedIn, type PageOptions, SAMPLE } from './opened-page.ts';

/** Opens the timeline of the sample, or another view of it. */
export async function openShop(options: PageOptions = {}): Promise<OpenedPage> {
  return openSignedIn({ ...SAMPLE, ...options });
}

/** The titles in a table, in order. */
export const titlesIn = (page: Page, caption: string): Promise<readonly string[]> =>
  page.getByRole('table', { name: caption }).getByRole('rowheader').allInnerTexts();
