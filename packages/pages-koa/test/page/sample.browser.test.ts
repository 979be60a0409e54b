import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT, startProgram } from '../../../../docs/examples/start-program.ts';
import { headlessBrowser } from '../../../../tools/headless-browser.ts';
import { freePort } from '../../../../tools/postgres-server.ts';

test('a new user sees in the sample what runs this week, and what deleting holidaySale would break', async () => {
  const port = await freePort();
  const program = await startProgram(
    [join(ROOT, 'packages/service/bin/forewarn.js'), 'serve', '--sample'],
    { PORT: String(port), DATABASE_URL: 'memory:', TZ: 'Asia/Tokyo' },
    'listening',
  );
  onTestFinished(() => program.stop());
  const page = await (await headlessBrowser()).newPage({ timezoneId: 'Asia/Tokyo' });
  onTestFinished(() => page.close());

  await page.goto(`http://127.0.0.1:${port}`);
  await page.getByRole('button', { name: 'Look at the sample' }).click();
  const table = page.getByRole('table', { name: 'In this week' });
  await expect.poll(() => table.getByRole('rowheader').allInnerTexts()).toContain('Winter sale');
  await page.getByRole('link', { name: 'What would break?' }).click();
  await page.getByLabel('What are you about to do?').selectOption('Delete a strategy definition');
  await page.getByLabel('Name or id').fill('holidaySale');
  await page.getByRole('button', { name: 'Ask' }).click();

  await page.getByText('1 scheduled change request touches it').waitFor();
  expect(await page.getByRole('main').innerText()).toMatch(/Winter sale[^]*Will fail: /);
});
