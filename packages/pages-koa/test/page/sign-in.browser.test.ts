import { expect, test } from 'vitest';
import { makeKey } from '../../../service/test/http/served-app.ts';
import { openPage, openSignedIn, signIn } from './opened-page.ts';

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
    .poll(
      async () => {
        const refresh = page.getByRole('button', { name: 'Refresh' });
        if ((await refresh.count()) > 0) await refresh.click({ timeout: 500 }).catch(() => {});
        return page.getByLabel('API key').isVisible();
      },
      { timeout: 20_000 },
    )
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

test('signing in moves the focus to the view, signing out to the key', async () => {
  const { page } = await openSignedIn();
  const focused = (): Promise<unknown> =>
    page.evaluate('document.activeElement.id || document.activeElement.localName');

  await expect.poll(focused).toBe('main');
  await page.getByRole('button', { name: 'Sign out' }).click();

  await expect.poll(focused).toBe('key');
  expect(await page.title()).toBe('Forewarn');
});

test('an address that changes just as the view appears is followed', async () => {
  const { page, key } = await openPage();
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (document.querySelector('nav') === null) return;
    observer.disconnect();
    location.hash = '#/strategies';
  }).observe(document.body, { childList: true, subtree: true })`);

  await signIn(page, key);
  await page.getByRole('heading', { level: 1, name: 'Strategy definitions' }).waitFor();
  await expect.poll(() => page.title()).toBe('Strategy definitions – Forewarn');
  await page.goto(`${page.url().split('#')[0]}#/nowhere`);

  await expect.poll(() => page.title()).toBe('Forewarn');
});
