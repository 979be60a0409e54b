import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSignedIn } from './opened-page.ts';
import { SHOP } from './shop-world.ts';

const FOLDER = join(import.meta.dirname, '../../../../docs/page');
const MAX_BYTES = 150_000;
const PNG = '\u0089PNG';

/** Opens a view of the shop's page, at a size that suits a document. */
async function openView(hash: string, height: number): Promise<Page> {
  const viewport = { width: 1200, height };
  return (await openSignedIn({ ...SHOP, hash, viewport })).page;
}

// Fonts differ between machines, so only `npm run picture` compares the pixels: it draws them again.
async function expectPicture(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.png`);
  await page.evaluate('document.fonts.ready');
  if (process.env['DRAW_PICTURES'] === 'true') await page.screenshot({ path });
  const picture = await readFile(path);

  expect(picture.subarray(0, 4).toString('latin1')).toBe(PNG);
  expect(picture.length).toBeLessThanOrEqual(MAX_BYTES);
}

test('the timeline', async () => {
  const page = await openView('', 720);
  await page.getByRole('table', { name: 'In this week' }).waitFor();

  await expectPicture(page, 'timeline');
});

test('a change request', async () => {
  const page = await openView('#/change-requests/shop/9', 860);
  await page.getByRole('listitem').filter({ hasText: 'Winter sale' }).waitFor();

  await expectPicture(page, 'change-request');
});

test('what would break', async () => {
  const page = await openView('#/what-would-break?strategyDefinition.delete=holidaySale', 540);
  await page.getByText('Black Friday prices').waitFor();

  await expectPicture(page, 'what-would-break');
});

test('the deletion of a strategy definition', async () => {
  const page = await openView('#/strategies', 720);
  await page.getByRole('button', { name: 'Delete… holidaySale' }).click();
  await page.getByRole('dialog').getByText('Black Friday prices').waitFor();

  await expectPicture(page, 'delete-definition');
});
