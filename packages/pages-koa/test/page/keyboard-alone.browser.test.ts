import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { focusOnView, openSignedIn, SAMPLE } from './opened-page.ts';

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

test.for(
  [390, 1280].flatMap((width) => (['light', 'dark'] as const).map((scheme) => [width, scheme])),
)(
  'by keyboard alone, a person finds the news, opens its cause and copies its way out: %i pixels, %s',
  async ([width, colorScheme]) => {
    const { page, expectClean } = await openSignedIn({
      ...SAMPLE,
      viewport: { width: Number(width), height: 800 },
      colorScheme: colorScheme as 'light' | 'dark',
    });
    await page.getByText('2 change requests will not go as planned').waitFor();
    await expectClean();

    await tabTo(page, /^Retire the loyalty card$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Retire the loyalty card' }).waitFor();
    await focusOnView(page);
    await page.getByText('It breaks 1 other change request').waitFor();
    await expectClean();

    await tabTo(page, /^Copy as text$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Copy$/);
    await page.keyboard.press('Enter');
    await page.getByText(/^(?:Copied|Press)/).waitFor();
    expect(await page.getByRole('textbox', { name: 'Copy as text' }).inputValue()).toMatch(
      /\nWhat to do with "Gift wrapping for members": Choose another parent, or keep the parent that it names\.$/,
    );
    await expectClean();
  },
);
