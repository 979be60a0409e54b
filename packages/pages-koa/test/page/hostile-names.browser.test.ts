import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openSignedIn } from './opened-page.ts';

const HOSTILE = [
  '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>',
  'javascript:globalThis.ran=1',
  '\u202egnihtyreve\u202c \u200f\u061c \u2067 \u05D0\u05D1',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'long '.repeat(51).trim(),
  `${'long'.repeat(63)}er`,
];

const SCREENS = [
  { viewport: { width: 360, height: 740 } },
  { viewport: { width: 1200, height: 800 }, colorScheme: 'dark' as const },
];

/** A change request with the same text in each of its fields. */
const all = (text: string, index: number): ScheduledChangeRequest =>
  changeRequest(
    index + 1,
    { [text]: [{ action: text, payload: { name: text, parameters: { [text]: text } } }] },
    {
      title: text,
      environment: text,
      createdBy: { username: text },
      schedule: { status: 'failed', scheduledAt: '2026-11-24T06:00:00Z', failureReason: text },
    },
  );

/** Expects that nothing ran, and nothing is wider than the screen. */
async function expectText(page: Page): Promise<void> {
  expect(await page.evaluate('globalThis.ran')).toBe(undefined);
  const width = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
  expect(await page.evaluate(width)).toBe(true);
  expect(await page.locator('main img, main script').count()).toBe(0);
}

test.each(SCREENS)(
  'the timeline and a change request show hostile texts, on a screen of $viewport.width pixels',
  async (screen) => {
    const texts = [...HOSTILE, '  '];
    const { page, served, expectClean } = await openSignedIn({ has: texts.map(all), ...screen });
    const links = page.getByRole('rowheader').getByRole('link').locator('bdi');
    await expect.poll(() => links.count()).toBe(texts.length);
    const titles = texts.map((text, at) =>
      text.trim() === '' ? `Change request ${at + 1}` : text,
    );
    expect(await links.allTextContents()).toEqual(titles);
    const mark = page.getByRole('region', { name: 'Timeline' }).getByRole('link').first();
    await mark.focus();
    const tip = page.locator('.tip');
    await expect.poll(() => tip.count()).toBe(1);
    const shown = await tip.locator('bdi').allTextContents();
    expect(titles).toEqual(expect.arrayContaining(shown.slice(0, 1)));
    await expectText(page);
    await expectClean();

    for (const [at, title] of titles.entries()) {
      await page.goto(`${served.url}/#/change-requests/shop/${at + 1}`);
      await expect.poll(() => page.title()).toBe(`${title.replaceAll(/\s+/g, ' ')} – Forewarn`);
      await page.getByText('This one').waitFor();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
      await expectText(page);
      await expectClean();
    }
  },
);

test.each(SCREENS)(
  'shows what hostile names would break, on a screen of $viewport.width pixels',
  async (screen) => {
    const query = new URLSearchParams(HOSTILE.map((name) => ['feature.archive', name]));
    const hash = `#/what-would-break?${query.toString()}`;
    const { page, expectClean } = await openSignedIn({ has: HOSTILE.map(all), hash, ...screen });

    for (const name of HOSTILE) {
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByTitle(name, { exact: true }) });
      await card.first().getByText('1 scheduled change request touches it').waitFor();
    }
    await expectText(page);
    await expectClean();
  },
);

test.each(SCREENS)(
  'shows and deletes hostile names, on a screen of $viewport.width pixels',
  async (screen) => {
    const has = HOSTILE.map((name, index) =>
      changeRequest(
        index + 1,
        { [name]: [{ action: 'addStrategy', payload: { name } }] },
        { title: name },
      ),
    );
    const { page, served, expectClean } = await openSignedIn({
      definitions: HOSTILE,
      has,
      hash: '#/strategies',
      ...screen,
    });

    for (const name of HOSTILE) {
      await page.getByRole('button', { name: `Delete… ${name}`, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 scheduled change request touches it').waitFor();
      expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(
        true,
      );
      await expectClean();
      await dialog.getByLabel('Type its name').fill(name);
      await page.keyboard.press('Enter');
      await page.getByText(/^Deleted /).waitFor();
      await dialog.waitFor({ state: 'hidden' });
      expect((await served.store.strategies.find(name)).isErr()).toBe(true);
      await expectText(page);
    }
  },
);
