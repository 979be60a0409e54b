import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../../../../tools/local-server.ts';
import { openPage, openSignedIn, signIn } from './opened-page.ts';

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' });

/** Opens a page of another origin, with some HTML. */
async function openElsewhere(page: Page, html: string): Promise<Page> {
  const { url, close } = await startLocalServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  });
  onTestFinished(close);
  const other = await page.context().newPage();
  await other.goto(url);
  return other;
}

test.each(['', '/flags'])(
  'a second tab is signed in until one signs out, with the base path "%s"',
  async (basePath) => {
    const { page, key, expectClean } = await openSignedIn({ basePath });
    expect(await page.getByRole('banner').innerText()).toContain('ann');
    expect(page.url()).not.toContain(key);
    const second = await page.context().newPage();

    await second.goto(`${page.url().split('#')[0]}#/strategies`);
    await second.getByRole('heading', { level: 1, name: 'Strategy definitions' }).waitFor();

    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
    await signOut(second).click();
    await second.getByLabel('API key').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await second.close();
    // What it showed is gone at once.
    await page.getByRole('alert').getByText('You signed out in another tab').waitFor();
    await page.getByLabel('API key').waitFor();
    expect(await page.getByRole('banner').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    await page.reload();
    await page.getByLabel('API key').waitFor();
    await expectClean();
  },
);

test('a tab does not show as one user what another one may see', async () => {
  const { page, key, expectClean } = await openPage();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await signIn(page, key);
  await signOut(page).waitFor();

  await signIn(second, key);
  await signOut(second).waitFor();

  await page.getByRole('alert').getByText('You signed in in another tab').waitFor();
  expect(await signOut(page).count()).toBe(0);
  await page.reload();
  await signOut(page).waitFor();
  await expectClean();
});

test('a tab does not show a session that ended while it looked it up', async () => {
  const { page } = await openSignedIn();
  const second = await page.context().newPage();
  const found = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await second.route('**/api/admin/user', async (route) => {
    const response = await route.fetch();
    found.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  await second.goto(page.url());
  await found.promise;

  await signOut(page).click();
  await page.getByLabel('API key').waitFor();
  released.resolve();

  await second.getByRole('alert').getByText('You signed out in another tab').waitFor();
  await second.getByLabel('API key').waitFor();
  expect(await signOut(second).count()).toBe(0);
});

test('a link of another site, such as of a chat, opens signed in', async () => {
  const { page } = await openSignedIn();
  const link = `<a href="${page.url().split('#')[0]}#/strategies">Look</a>`;
  const chat = await openElsewhere(page, link);
  // Another site than that of the service, which is at 127.0.0.1.
  await chat.goto(chat.url().replace('127.0.0.1', 'localhost'));

  await chat.getByRole('link', { name: 'Look' }).click();

  await chat.getByRole('heading', { level: 1, name: 'Strategy definitions' }).waitFor();
  expect(await chat.getByLabel('API key').count()).toBe(0);
});

test('another origin of the same site, to which the cookie goes, changes nothing', async () => {
  const { page, served } = await openSignedIn({ definitions: ['kept'] });
  const api = `${served.url}/api/admin`;
  const other = await openElsewhere(
    page,
    `<form method="post" action="${api}/strategies/kept/deprecate"><button>Post</button></form>`,
  );
  const ask = (init: object) =>
    other.evaluate(`fetch('${api}/strategies/kept', ${JSON.stringify(init)}).then(
      ({ status, type }) => type === 'opaque' ? 'hidden' : status, () => 'blocked')`);

  const own = { method: 'DELETE', credentials: 'include' };
  expect(await ask({ ...own, headers: { 'Forewarn-Page': '/' } })).toBe('blocked');
  expect(await ask(own)).toBe('blocked');
  expect(await ask({ method: 'GET', credentials: 'include' })).toBe('blocked');
  const posted = other.waitForResponse(`${api}/strategies/kept/deprecate`);
  await other.getByRole('button', { name: 'Post' }).click();

  const response = await posted;
  expect(await response.request().headerValue('cookie')).toContain('forewarn-session=');
  expect(response.status()).toBe(401);
  const definitions = (await served.store.strategies.list())._unsafeUnwrap();
  expect(definitions).toContainEqual(expect.objectContaining({ name: 'kept', deprecated: false }));
});

test('a browser that keeps no cookie is signed in by its tab', async () => {
  const { page, key, expectClean } = await openPage();
  await page.route('**/session', async (route) => {
    const response = await route.fetch();
    // It is in the jar of the context already.
    await page.context().clearCookies();
    const { 'set-cookie': _refused, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });

  await signIn(page, key);
  await page.reload();
  await signOut(page).waitFor();

  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByLabel('API key').waitFor();
  await expectClean();
});

test('a sign-out that fails says that the browser is still signed in', async () => {
  const { page, expectClean } = await openSignedIn();
  await page.route('**/session', (route) => route.abort());

  await signOut(page).click();

  await page.getByRole('alert').getByText('still signed in').waitFor();
  await expectClean();
  await page.unroute('**/session');
  await page.reload();
  await signOut(page).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

const IDENTITY = {
  header: 'remote-user',
  from: ['127.0.0.1'],
  rules: [{ user: 'ann@example.com', permissions: ['ADMIN'] }],
} as const;

test('a user of a trusted proxy is asked for no key, and may change something', async () => {
  const { page, served, expectClean } = await openPage({
    identity: IDENTITY,
    extraHTTPHeaders: { 'Remote-User': 'ann@example.com' },
    definitions: ['old'],
    hash: '#/strategies',
  });
  await page.getByRole('banner').getByText('ann@example.com').waitFor();
  await expectClean();

  await page.getByRole('button', { name: 'Delete… old' }).click();
  const dialog = page.getByRole('dialog');
  // No project says that it lists everything.
  await dialog.getByRole('textbox').fill('old');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const { events } = (await served.store.events.list({ limit: 1 }))._unsafeUnwrap();
  expect(events).toMatchObject([{ type: 'strategy-deleted', createdBy: 'ann@example.com' }]);
});

test('a user of a trusted proxy who has no permission learns why', async () => {
  const { page, expectClean } = await openPage({
    identity: IDENTITY,
    extraHTTPHeaders: { 'Remote-User': 'eve@example.com' },
  });

  await page.getByRole('alert').getByText('The user eve@example.com has no permission').waitFor();
  await expectClean();
});
