import { expect, test } from 'vitest';
import { askOnPage, cardOf } from './impact-page.ts';
import { sales, UNREADABLE, WINTER_SALE } from './impact-world.ts';
import { holdTimeouts, openSignedIn } from './opened-page.ts';

test('a key for some projects is told what it may not know', async () => {
  const scope = { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] } as const;
  const { page, expectClean } = await openSignedIn({
    ...sales(WINTER_SALE, UNREADABLE),
    scope,
    hash: '#/what-would-break?feature.archive=search',
  });
  const card = cardOf(page, 'Archive feature search');
  await card.getByText('There are projects that the key may not read.').waitFor();
  expect(await card.innerText()).toContain('Unknown whether');

  await page.goto(page.url().replace('feature', 'project=office&feature'));
  await page.getByRole('alert').getByText('PROJECT_CHANGE_REQUEST_READ').waitFor();

  expect(await card.innerText()).toContain('Not known: see above');
  expect(await page.locator('main').innerText()).not.toContain('Nothing scheduled');
  await expectClean();
});

test('a key without the permission does not see the view', async () => {
  const { page, expectClean } = await openSignedIn({
    scope: { permissions: ['CREATE_STRATEGY'] },
    hash: '#/what-would-break?feature.archive=search',
  });

  await page.getByRole('heading', { name: 'Your key does not permit this' }).waitFor();

  expect(await page.getByRole('link', { name: 'What would break?' }).count()).toBe(0);
  await expectClean();
});

test('a service that is slow, or down for a while, never looks like an all-clear', async () => {
  const { page, expectClean } = await openSignedIn({
    ...sales(WINTER_SALE),
    hash: '#/what-would-break',
  });
  let respond = (): void => {};
  const slow = new Promise<void>((resolve) => (respond = resolve));
  await page.route('**/impact', async (route) => {
    await slow;
    await route.continue();
  });
  const text = (): Promise<string> => page.locator('main').innerText();

  await askOnPage(page, 'Archive a feature', 'search');
  await page.getByText('Asking…').waitFor();
  expect(await text()).not.toContain('Nothing scheduled');
  respond();
  await page.getByText('Nothing scheduled touches it').waitFor();

  await page.unroute('**/impact');
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('alert').getByText('No connection to the service.').waitFor();
  expect(await text()).toContain('Not known: see above');
  expect(await text()).not.toContain('Nothing scheduled');
  await expectClean();

  await page.unroute('**/api/**');
  await page.getByText('Nothing scheduled touches it').waitFor();
  expect(await page.getByRole('alert').allInnerTexts()).toEqual(['']);
});

test('a timeout is told, and read again', async () => {
  const { page } = await openSignedIn({ ...sales(WINTER_SALE), hash: '#/what-would-break' });
  const timeOut = await holdTimeouts(page);
  let isSlow = true;
  await page.route('**/impact', async (route) => {
    if (!isSlow) await route.continue();
  });

  const sent = page.waitForRequest('**/impact');
  await askOnPage(page, 'Archive a feature', 'search');
  await sent;
  await timeOut();
  await page.getByRole('alert').getByText('The service is slow.').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('Nothing scheduled');
  isSlow = false;
  // The page may have tried again already.
  await timeOut();

  await page.getByText('Nothing scheduled touches it').waitFor();
});

test('a response without a result for each target is told as unreadable', async () => {
  const { page } = await openSignedIn({ ...sales(WINTER_SALE), hash: '#/what-would-break' });
  await page.route('**/impact', (route) => route.fulfill({ json: { impacts: [] } }));

  await askOnPage(page, 'Archive a feature', 'search');
  await page.getByRole('alert').getByText("The response is not Forewarn's.").waitFor();

  expect(await page.locator('main').innerText()).not.toContain('Nothing scheduled');
});

test('a revoked key leads back to the sign-in, which keeps the question', async () => {
  const hash = '#/what-would-break?feature.archive=search';
  const { page } = await openSignedIn({ ...sales(WINTER_SALE), hash });
  await page.getByText('Nothing scheduled touches it').waitFor();
  await page.route('**/impact', (route) =>
    route.fulfill({ status: 401, json: { message: 'Send a valid API key.' } }),
  );

  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByLabel('API key').waitFor();

  expect(await page.getByRole('alert').innerText()).toContain('no longer valid');
  expect(page.url()).toContain(hash);
});
