import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openShop } from './timeline-page.ts';

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** The mark or the text that has the focus. */
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(
    '(document.activeElement.dataset.mark && document.activeElement.getAttribute("aria-label").split(",")[0]) ?? document.activeElement.textContent',
  );

test('all marks are one stop of the Tab key, which the mark that was focused last keeps', async () => {
  const { page, expectClean } = await openShop();
  await page.locator('.notices a').focus();
  const marks = page.locator('[data-mark]');
  expect(await marks.count()).toBe(15);

  await press(page, 'Tab');
  const first = await nameOf(page, 0, 'first');
  expect(await focused(page)).toBe(first);
  await press(page, 'ArrowRight');
  expect(await focused(page)).not.toBe(first);
  await press(page, 'ArrowLeft');
  expect(await focused(page)).toBe(first);
  await press(page, 'ArrowDown', 'End');
  const last = await nameOf(page, 1, 'last');
  expect(await focused(page)).toBe(last);
  expect(
    await page.evaluate(
      "getComputedStyle(document.querySelector('[data-mark]:focus .hit')).stroke",
    ),
  ).not.toBe('none');
  await press(page, 'ArrowRight');
  expect(await focused(page)).toBe(last);
  await press(page, 'Tab');
  expect(await focused(page)).toBe('What the marks mean');
  await press(page, 'Shift+Tab');
  expect(await focused(page)).toBe(last);
  await press(page, 'Home');
  expect(await focused(page)).toBe(await nameOf(page, 1, 'first'));

  expect(await page.locator('[data-mark][tabindex="0"]').count()).toBe(1);
  await expectClean();
  await press(page, 'End', 'Enter');
  await page.getByRole('heading', { level: 1, name: last }).waitFor();
});

test('keys search, list themselves and move the period, but not in a field or with a modifier', async () => {
  const { page, expectClean } = await openShop();
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();

  await press(page, 'ArrowRight');
  await heading('30 November – 6 December 2026');
  await press(page, 'ArrowRight');
  await heading('7 – 13 December 2026');
  await press(page, 'ArrowLeft');
  await heading('30 November – 6 December 2026');
  await press(page, 't');
  await heading('23 – 29 November 2026');

  await press(page, '?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.waitFor();
  await press(page, 'ArrowRight', 't');
  await expectClean();
  await press(page, 'Escape');
  await expect.poll(() => dialog.count()).toBe(0);

  const before = page.url();
  await press(page, 'Control+ArrowRight', 'Shift+ArrowRight', '/');
  const search = page.getByLabel('Search', { exact: true });
  expect(await search.evaluate((field) => field.matches(':focus'))).toBe(true);
  await press(page, 't', '/', '?', 'ArrowLeft');
  expect(await search.inputValue()).toBe('t/?');
  expect(await dialog.count()).toBe(0);
  expect(page.url()).toBe(before);
});

test('a mark keeps the focus in a window that gets another width', async () => {
  const { page } = await openShop();
  await page.locator('[data-mark]').first().focus();
  const mark = await focused(page);
  const axis = page.locator('.axis svg');
  const before = await axis.getAttribute('width');

  await page.setViewportSize({ width: 1100, height: 800 });
  await expect.poll(() => axis.getAttribute('width')).not.toBe(before);

  expect(await focused(page)).toBe(mark);
});

/** A script that presses a key. */
const down = (key: string): string =>
  `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }))`;

test('a key is heard as soon as the dialog before it is closed', async () => {
  const { page } = await openShop();
  await press(page, '?');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await dialog.waitFor();

  // In one task: a browser tells the page only after it that the dialog is closed.
  await page.evaluate(`document.querySelector('dialog').close(); ${down('?')}`);
  await dialog.waitFor();
  await page.evaluate(`document.querySelector('dialog').close(); ${down('/')}`);

  const search = page.getByLabel('Search', { exact: true });
  expect(await search.evaluate((field) => field.matches(':focus'))).toBe(true);
});

test('each press of an arrow moves the period, however late the browser tells of the one before', async () => {
  const { page } = await openShop();

  // In one task, in which the page shows what it knows of.
  await page.evaluate(`(async () => {
    ${down('ArrowRight')};
    await undefined;
    ${down('ArrowRight')};
  })()`);

  const heading = page.getByRole('heading', { name: '7 – 13 December 2026' });
  await expect.poll(() => heading.count()).toBe(1);
});

async function nameOf(page: Page, lane: number, end: 'first' | 'last'): Promise<string> {
  const marks = page.locator('.lane[role="group"]').nth(lane).locator('[data-mark]');
  const label = await marks[end]().getAttribute('aria-label');
  return label?.split(',')[0] ?? '';
}

test('on a phone, a key opens the filters to search', async () => {
  const { page } = await openShop({ viewport: { width: 390, height: 800 } });
  const search = page.getByLabel('Search', { exact: true });
  expect(await search.isVisible()).toBe(false);

  await press(page, '/');

  expect(await search.evaluate((field) => field.matches(':focus'))).toBe(true);
  await press(page, 'w', 'i', 'n', 't', 'e', 'r');
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
  expect(await search.isVisible()).toBe(true);
});

test.for([390, 1280])(
  'a mark with the focus is not below the header, %i pixels wide',
  async (width) => {
    const { page } = await openShop({ viewport: { width, height: 500 } });
    await page.getByText('What the marks mean').focus();
    // The mark is there, but covered.
    await page.evaluate(
      `scrollBy(0, document.querySelector('[data-mark][tabindex="0"]').getBoundingClientRect().top - 30)`,
    );

    await press(page, 'Shift+Tab');

    const mark = await page.locator('[data-mark]:focus').boundingBox();
    const head = await page.locator('.view-head').boundingBox();
    expect(mark?.y).toBeGreaterThanOrEqual((head?.y ?? Infinity) + (head?.height ?? 0));
  },
);
