import type { Locator, Page } from 'playwright-core';

/** Asks what would break, as a person does. */
export async function askOnPage(page: Page, about: string, name: string): Promise<void> {
  await page.getByLabel('What are you about to do?').selectOption({ label: about });
  await page.getByLabel('Name or id').fill(name);
  await page.getByRole('button', { name: 'Ask' }).click();
}

/** The card of a target, by its whole title. */
export const cardOf = (page: Page, title: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
