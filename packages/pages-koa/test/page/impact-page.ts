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

/** What the page says about one target. */
export interface ShownImpact {
  readonly title: string;
  readonly outcome: string;
  /** The change requests in order, with their owner and their touches. */
  readonly changeRequests: readonly (readonly [href: string, where: string, touches: number])[];
  /** The links to the change requests that may touch it. */
  readonly doubts: readonly string[];
  /** The reasons, and how many are not listed. */
  readonly sentences: readonly string[];
}

/** Reads all cards at once. */
export const shownImpacts = (page: Page): Promise<readonly ShownImpact[]> =>
  page.evaluate(`[...document.querySelectorAll('.card')].map((card) => {
    const textOf = (element) => element.textContent.replaceAll(/\\s+/g, ' ').trim();
    const hrefOf = (item) => item.querySelector('a').getAttribute('href');
    return {
      title: textOf(card.querySelector('h2')),
      outcome: textOf(card.querySelector('.outcome')),
      changeRequests: [...card.querySelectorAll('.items > li')].map((item) => [
        hrefOf(item),
        textOf(item.querySelector('.what > .muted')),
        item.querySelectorAll('.shared').length,
      ]),
      doubts: [...card.querySelectorAll('.doubts > li')].map(hrefOf),
      sentences: [...card.querySelectorAll(':scope > p:not(.outcome, .attention)')].map(textOf),
    };
  })`);
