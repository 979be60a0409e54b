import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openDialog } from './definitions-page.ts';
import { openSignedIn, SAMPLE } from './opened-page.ts';

const FOLDER = join(import.meta.dirname, '../../../../docs/page');
const MAX_BYTES = 205_000;
const PNG = '\u0089PNG';

// Fonts differ between machines, so only `npm run picture` compares the pixels: it draws them again.
test.each<[string, string, number, (page: Page) => Locator]>([
  ['timeline', '', 850, (page) => page.locator('.arrow')],
  [
    'change-request',
    '#/change-requests/shop/14',
    860,
    (page) => page.getByRole('listitem').filter({ hasText: 'This one' }),
  ],
  [
    'what-would-break',
    '#/what-would-break?strategyDefinition.delete=holidaySale',
    540,
    (page) => page.getByText('Winter sale'),
  ],
  ['cleanup', '#/cleanup', 740, (page) => page.getByText('An overdue change request')],
  [
    'delete-definition',
    '#/strategies',
    720,
    (page) => page.getByRole('dialog').getByText('Winter sale'),
  ],
])('the picture of %s suits a document', async (name, hash, height, shown) => {
  const { page } = await openSignedIn({ ...SAMPLE, hash, viewport: { width: 1200, height } });
  if (name === 'delete-definition') await openDialog(page, 'holidaySale');
  await shown(page).waitFor();
  const path = join(FOLDER, `${name}.png`);
  await page.evaluate('document.fonts.ready');
  if (process.env['DRAW_PICTURES'] === 'true') await page.screenshot({ path });
  const picture = await readFile(path);

  expect(picture.subarray(0, 4).toString('latin1')).toBe(PNG);
  expect(picture.length).toBeLessThanOrEqual(MAX_BYTES);
});
