import { expect, test } from 'vitest';
import { openShop } from './timeline-page.ts';

test('one Tab leads to the marks, and one on to the legend', async () => {
  const { page, expectClean } = await openShop();
  await page.getByRole('region', { name: 'Forecast' }).getByRole('link').last().focus();
  const marks = page.locator('[data-mark]');

  await page.keyboard.press('Tab');
  expect(await marks.first().evaluate((mark) => mark.matches(':focus-visible'))).toBe(true);
  await page.keyboard.press('ArrowRight');
  expect(await marks.nth(1).evaluate((mark) => mark.matches(':focus-visible'))).toBe(true);
  await expectClean();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');

  const legend = page.getByText('What the marks mean');
  expect(await legend.evaluate((summary) => summary.matches(':focus'))).toBe(true);
  expect(await page.locator('[data-mark][tabindex="0"]').count()).toBe(1);
});
