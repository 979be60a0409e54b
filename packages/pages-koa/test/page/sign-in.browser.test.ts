import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeKey } from '../../../service/test/http/served-app.ts';
import { openPage, openSignedIn, signIn, untilRead } from './opened-page.ts';

test('an invalid key is told in words, and can be corrected', async () => {
  const { page, key, expectClean } = await openPage();

  await page.getByLabel('API key').fill('no such key');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('This key is not valid here.').waitFor();
  await expectClean();
  await signIn(page, key);

  expect(await page.getByLabel('API key').count()).toBe(0);
});

test('a key of the settings, which has a random name, is called what it is', async () => {
  const { page, served, expectClean } = await openPage();
  await signIn(page, await makeKey(served.store, 'init-3984f95ee12f'));

  const user = page.getByRole('banner').getByText('Admin key of the settings');

  expect(await user.getAttribute('title')).toBe('Events name it init-3984f95ee12f');
  await expectClean();
});

const QUESTION = '#/what-would-break?feature.archive=search';

test('a revoked key leads back to the sign-in, which keeps the view', async () => {
  const { page, served, expectClean } = await openSignedIn({ hash: QUESTION });
  (await served.store.apiKeys.revoke('ann'))._unsafeUnwrap();

  // A key is cached for a few seconds.
  await expect
    .poll(async () => {
      const refresh = page.getByRole('button', { name: 'Refresh' });
      if ((await refresh.count()) > 0) await refresh.click({ timeout: 500 }).catch(() => {});
      return page.getByLabel('API key').isVisible();
    })
    .toBe(true);
  expect(await page.getByRole('alert').innerText()).toContain('no longer valid');
  expect(page.url()).toContain(QUESTION);
  await expectClean();
});

test('a sign-in without a service says so, and promises no other try', async () => {
  const { page, key } = await openPage();
  await page.route('**/api/**', (route) => route.abort());

  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('No connection to the service.').waitFor();

  expect(await page.getByRole('alert').innerText()).not.toContain('tries again');
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
});

/** Runs a script as soon as an element is shown, and returns its result. */
const onceShown = (page: Page, selector: string, script: string): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('${selector}') === null) return;
      observer.disconnect();
      resolve(${script});
    }).observe(document.body, { childList: true, subtree: true });
  })`);

test('signing in moves the focus to the view at once, signing out to the key', async () => {
  const { page, key } = await openPage();
  const focused = 'document.activeElement.id || document.activeElement.localName';

  const [first] = await Promise.all([onceShown(page, 'nav', focused), signIn(page, key)]);
  const [last] = await Promise.all([
    onceShown(page, '#key', focused),
    page.getByRole('button', { name: 'Sign out' }).click(),
  ]);

  expect([first, last]).toEqual(['main', 'key']);
  expect(await page.title()).toBe('Forewarn');
});

test('a response that comes after the sign-out says nothing', async () => {
  const { page } = await openSignedIn();
  await untilRead(page);
  await page.evaluate(`
    globalThis.late = Promise.withResolvers();
    fetch = ((send) => (url, init) => (init.method === 'GET' ? late.promise : send(url, init)))(fetch)`);
  await page.getByRole('button', { name: 'Refresh' }).click();

  const response = '{ status: 401, headers: new Headers(), text: async () => \'{"message":""}\' }';
  await Promise.all([
    onceShown(page, '#key', `late.resolve(${response})`),
    page.getByRole('button', { name: 'Sign out' }).click(),
  ]);

  expect(await page.getByRole('alert').count()).toBe(0);
});

test('an address that changes just as the view appears is followed', async () => {
  const { page, key } = await openPage();
  await Promise.all([onceShown(page, 'nav', "location.hash = '#/strategies'"), signIn(page, key)]);
  await page.getByRole('heading', { level: 1, name: 'Strategy definitions' }).waitFor();
  await expect.poll(() => page.title()).toBe('Strategy definitions – Forewarn');
  await page.goto(`${page.url().split('#')[0]}#/nowhere`);

  await expect.poll(() => page.title()).toBe('Forewarn');
});
