import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { headlessBrowser } from '../../../../tools/headless-browser.ts';
import { changeRequest, definition, record } from '../../../service/test/http/sample-data.ts';
import { makeKey, serve } from '../../../service/test/http/served-app.ts';

/** Serves items to find and to delete, and opens the page. */
async function open(basePath: string, options: BrowserContextOptions = {}) {
  const served = await serve(undefined, { basePath });
  const browser = await headlessBrowser(options.colorScheme === 'dark' ? 'dark' : 'light');
  const context = await browser.newContext(options);
  onTestFinished(async () => {
    await context.close();
    await served.stop();
    await served.store.close();
  });
  const key = await makeKey(served.store, 'admin');
  const archived = { checkout: [{ action: 'archiveFeature' }] };
  await record(served.store, changeRequest(7, archived, { title: 'Retire it' }));
  (await served.store.strategies.register(definition('byCountry'), 'ann'))._unsafeUnwrap();
  const page = await context.newPage();
  /** The browser's complaints, such as violations of the policy. */
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('requestfailed', (request) => complaints.push(request.url()));
  await page.goto(`${served.url}${basePath}/docs`);
  return { page, served, key, complaints };
}

async function authorize(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  // The other form is for calendar programs.
  const form = page.locator('.dialog-ux form').filter({ hasText: 'apiKey (apiKey)' });
  await enter(form.getByLabel('Value'), key);
  await form.getByRole('button', { name: 'Apply credentials' }).click();
  await form.getByRole('button', { name: 'Close', exact: true }).click();
}

/** In Firefox, this page takes only what is typed, and all of it when the field is left. */
async function enter(field: Locator, text: string): Promise<void> {
  const browser = field.page().context().browser();
  if (browser?.browserType().name() !== 'firefox') return field.fill(text);
  await field.pressSequentially(text);
  await field.press('Tab');
}

async function unfold(page: Page, tag: string, operation: string): Promise<Locator> {
  const block = page.locator(`#operations-${tag}-${operation}`);
  await block.locator('.opblock-summary-control').click();
  return block;
}

const fieldOf = (block: Locator, name: string): Locator =>
  block.locator(`tr[data-param-name="${name}"] input`);

/** Sends the request, and returns the response that the page shows, and its status. */
async function execute(
  block: Locator,
  parameters: Readonly<Record<string, string>>,
): Promise<{ status: string; response: Locator }> {
  const response = block.locator('.live-responses-table .response').first();
  for (const [name, text] of Object.entries(parameters)) await enter(fieldOf(block, name), text);
  await block.getByRole('button', { name: 'Execute' }).click();
  const status = await response.locator('.response-col_status').innerText();
  return { status: status.trim(), response };
}

test('runs both operations from the page, with a base path', async () => {
  const { page, served, key, complaints } = await open('/flags');
  await authorize(page, key);

  const search = await unfold(page, 'Change_Requests', 'getScheduledChangeRequests');
  await search.locator('tr[data-param-name="feature"]').getByText('Add string item').click();
  const found = await execute(search, { projectId: 'shop', feature: 'checkout' });
  const body = await found.response.locator('.highlight-code code').innerText();
  const deletion = await unfold(page, 'Strategies', 'removeStrategy');
  const deleted = await execute(deletion, { name: 'byCountry' });

  expect(found.status).toBe('200');
  expect(JSON.parse(body)).toEqual([{ id: 7, environment: 'production', title: 'Retire it' }]);
  expect(deleted.status).toBe('200');
  expect((await served.store.strategies.find('byCountry')).isErr()).toBe(true);
  expect(complaints).toEqual([]);
});

test('fits a phone, in the dark, and leads back to the page', async () => {
  const { page } = await open('/flags', {
    viewport: { width: 390, height: 800 },
    colorScheme: 'dark',
  });
  const search = await unfold(page, 'Change_Requests', 'getScheduledChangeRequests');
  await fieldOf(search, 'projectId').waitFor();

  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe(
    'rgb(28, 32, 34)',
  );
  expect(await page.evaluate(`document.documentElement.className`)).toBe('dark-mode');
  await page.getByRole('link', { name: 'Forewarn', exact: false }).first().click();
  await page.getByLabel('API key').waitFor();
  expect(new URL(page.url()).pathname).toBe('/flags/');
});
