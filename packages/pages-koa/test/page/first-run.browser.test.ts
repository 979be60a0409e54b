import { expect, test } from 'vitest';
import { openSignedIn, withHeaders } from './opened-page.ts';

const HEADING = { name: 'There is no project yet that your key may read' };

test('without any project, the first view says how to begin, as commands to copy', async () => {
  const { page, expectClean } = await openSignedIn();
  await page.getByRole('heading', HEADING).waitFor();

  const fields = await page.getByRole('textbox', { name: /^(?:Connect|Import|Look)/ }).all();
  const commands = await Promise.all(fields.map((field) => field.inputValue()));

  expect(commands).toEqual([
    '# The key is a token of an Editor\nexport UNLEASH_URL=https://unleash.example.com UNLEASH_API_KEY=…\nnpx forewarn serve',
    '# A list of all that is scheduled in shop, each as Unleash returns it by id\nnpx forewarn import change-requests.json --complete shop',
    'DATABASE_URL=memory: npx forewarn serve --sample',
  ]);
  const rows = await Promise.all(fields.map((field) => field.getAttribute('rows')));
  expect(rows).toEqual(['4', '3', '2']);
  expect(await page.getByText('its first sync may have failed').isVisible()).toBe(true);
  await expectClean();
});

test('during the first sync with an Unleash, it says so', async () => {
  const { page, expectClean } = await openSignedIn();
  await withHeaders(page, '**/api/admin/**', { 'Forewarn-Sync': 'first' });
  await page.reload();

  await page.getByText('The first sync with Unleash is running: not all is known yet.').waitFor();
  expect(await page.getByText('its first sync may have failed').count()).toBe(0);
  await expectClean();
});

test('with a project that has nothing scheduled, it does not', async () => {
  const { page, served } = await openSignedIn();
  (await served.store.projects.register({ id: 'shop', name: 'Shop' }, 'ann'))._unsafeUnwrap();

  await page.reload();
  await page
    .getByLabel('Project')
    .getByRole('option', { name: 'Shop' })
    .waitFor({ state: 'attached' });
  await page.getByText('Nothing is known to be scheduled').waitFor();

  expect(await page.getByRole('heading', HEADING).count()).toBe(0);
});
