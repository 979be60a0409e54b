import { expect, test } from 'vitest';
import { openShop } from './timeline-page.ts';

test('the menu of environments has all that were read, also those that it hides', async () => {
  const { page, expectClean } = await openShop();
  const menu = page.getByLabel('Environment');
  const all = ['Any', 'production', 'staging'];
  await expect.poll(() => menu.getByRole('option').allInnerTexts()).toEqual(all);

  await menu.selectOption('production');
  await expect.poll(() => page.url()).toContain('environment=production');
  await page.getByRole('link', { name: 'Clear filters' }).waitFor();

  expect(await menu.getByRole('option').allInnerTexts()).toEqual(all);
  await page.goto(`${page.url().split('#')[0]}#/timeline?environment=gone`);
  await expect.poll(() => menu.inputValue()).toBe('gone');
  await page.getByText('Nothing is scheduled in this period').waitFor();
  await page.getByLabel('Only what needs attention').check();
  await page.getByText('Nothing in this period is known to need attention.').waitFor();
  await expectClean();
});

test('the calendar of a project, and how to be told first, can be copied', async () => {
  const { page, served, expectClean } = await openShop();
  await page.getByText('Choose a project for the address of its calendar.').waitFor();

  await page.getByLabel('Project').selectOption('payments');
  await page.getByText('Put it in your calendar').click();
  await page.getByText('Be told first').click();

  const calendar = page.getByRole('textbox', { name: 'Put it in your calendar' });
  expect(await calendar.inputValue()).toBe(
    `# On the server: it prints the key
npx forewarn keys create calendar-payments --permission READ_CALENDAR --project payments
${served.url}/api/admin/projects/payments/change-requests.ics?key=…`,
  );
  const told = page.getByRole('textbox', { name: 'Be told first' });
  expect(await told.inputValue()).toBe(
    `# The key is one of "npx forewarn keys create me --admin" on the server
export FOREWARN_URL=${served.url} FOREWARN_API_KEY=… SLACK_URL=…
echo "$SLACK_URL" | npx forewarn webhooks add --template slack --project payments`,
  );
  await expectClean();
});
