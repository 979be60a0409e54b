import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FIVE_THOUSAND, titleOf } from './five-thousand.ts';
import { openSignedIn, type PageOptions, SAMPLE } from './opened-page.ts';

/** Maximum presses of Tab between two steps, so that a long list in between fails the test. */
const MAX_PRESSES = 25;

/** Presses Tab until an element with this text has the focus. Fails after {@link MAX_PRESSES}. */
async function tabTo(page: Page, text: RegExp): Promise<void> {
  const seen: string[] = [];
  while (seen.length < MAX_PRESSES) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
    );
    seen.push(String(focused));
    if (text.test(String(focused))) return;
  }
  expect(seen).toContainEqual(expect.stringMatching(text));
}

/** What is served, its news, the first cause that a person looks at, and the way out. */
interface World {
  readonly what: string;
  readonly options: PageOptions;
  readonly news: string;
  readonly cause: string;
  readonly wayOut: RegExp;
}

const WORLDS: readonly World[] = [
  {
    what: 'the sample',
    options: SAMPLE,
    news: '2 change requests will not go as planned',
    cause: 'Retire the loyalty card',
    wayOut:
      /^What to do with "Gift wrapping for members": Choose another parent, or keep the parent that it names\.$/m,
  },
  {
    what: '5,000 change requests',
    options: { has: FIVE_THOUSAND },
    news: '35 change requests will not go as planned',
    cause: titleOf(585),
    wayOut:
      /^What to do with "Change 815 .*": Reject it, or choose another parent for the other feature\.$/m,
  },
];

const WIDTHS = [{ width: 390 }, { width: 1280 }];

test.for(WORLDS.flatMap((world) => WIDTHS.map((look) => ({ ...world, ...look }))))(
  'by keyboard alone, a person finds the news of $what, opens its cause and copies its way out: $width pixels',
  async ({ options, news, cause, wayOut, width }) => {
    const { page, expectClean } = await openSignedIn({
      ...options,
      viewport: { width, height: 800 },
    });
    await page.getByText(news).waitFor();

    await tabTo(page, new RegExp(`^${cause}$`));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: cause }).waitFor();
    await page.getByText(/^It breaks \d+ other change request/).waitFor();
    await expectClean();

    await tabTo(page, /^Copy as text$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Copy$/);
    await page.keyboard.press('Enter');
    await page.getByText(/^(?:Copied|Press)/).waitFor();
    expect(await page.getByRole('textbox', { name: 'Copy as text' }).inputValue()).toMatch(wayOut);
    await expectClean();
  },
);
