import { createMemoryStore } from '@forewarn/store-memory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeadlessBrowser, openBrowser } from '../../../../tools/headless-browser.ts';
import { changeRequest, record } from '../../../service/test/http/sample-data.ts';
import { expectClean, openPage, openSignedIn, signIn } from './opened-page.ts';
import { fillShopWorld } from './shop-world.ts';

let headless: HeadlessBrowser;

beforeAll(async () => {
  headless = await openBrowser();
});

afterAll(() => headless.close());

test('a change request says in words what it does, what that touches, and what else is scheduled there', async () => {
  const store = createMemoryStore();
  await fillShopWorld(store);
  const opened = await openSignedIn(headless.browser, { store });
  const { page } = opened;

  await page.getByRole('table').getByRole('link', { name: 'Black Friday prices' }).click();
  await page.getByRole('heading', { name: 'Black Friday prices', level: 1 }).waitFor();
  const changes = page.getByRole('region', { name: 'What it changes' });
  const beside = page.getByRole('region', { name: 'Scheduled on the same targets' });
  await beside.getByRole('listitem').first().waitFor();

  expect(await page.locator('dl.facts').innerText()).toMatch(
    /Pending[^]*Fri, 27 Nov 2026, 00:00 in 3 days, Europe\/Berlin \(GMT\+1\)[^]*shop[^]*production[^]*maria/,
  );
  expect(await changes.innerText()).toContain('Add the strategy “holidaySale”');
  expect(await changes.innerText()).toContain('dark (70 %), red (30 %)');
  expect(await changes.innerText()).toContain(
    'Touches feature sale-banner, variants of sale-banner',
  );
  expect(await beside.getByRole('listitem').locator('.what').allInnerTexts()).toEqual([
    expect.stringContaining('This one'),
    expect.stringMatching(/^End of Black Friday[^]*feature black-friday$/),
    expect.stringMatching(/^Winter sale[^]*strategy definition holidaySale, feature sale-banner$/),
  ]);
  await expectClean(opened);
  await beside.getByRole('link', { name: 'Winter sale' }).click();
  await page.getByRole('heading', { name: 'Winter sale', level: 1 }).waitFor();
  expect(page.url()).toContain('#/change-requests/shop/12');
});

test('a change that may touch more says so, and nothing else is no all-clear', async () => {
  const store = createMemoryStore();
  const unknown = { checkout: [{ action: 'explode' }], cart: [] };
  await record(
    store,
    changeRequest(7, unknown),
    changeRequest(8, { wish: [{ action: 'explode' }] }),
  );
  const opened = await openSignedIn(headless.browser, {
    store,
    hash: '#/change-requests/shop/7',
  });
  const { page } = opened;

  const changes = page.getByRole('region', { name: 'What it changes' });
  await changes.getByText('Explode', { exact: true }).waitFor();

  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Change request 7');
  expect(await changes.innerText()).toContain('Its changes are not known');
  expect(await changes.innerText()).toContain(
    'It may touch more strategies, variants, segments or strategy definitions: its action is unknown.',
  );
  await expectClean(opened);
});

test('a conflict that Unleash reported is shown', async () => {
  const store = createMemoryStore();
  const archived = {
    action: 'archiveFeature',
    scheduleConflicts: { changeRequests: [{ id: 12, title: 'Other' }] },
  };
  const { features, ...rest } = changeRequest(7, { checkout: [archived] });
  const conflicting = features.map((each) => ({ ...each, conflict: 'The feature is archived' }));
  await record(store, { ...rest, features: conflicting });
  const opened = await openSignedIn(headless.browser, {
    store,
    hash: '#/change-requests/shop/7',
  });

  const changes = opened.page.getByRole('region', { name: 'What it changes' });
  await changes.getByText('Conflict: The feature is archived').waitFor();

  expect(await changes.innerText()).toContain('Conflict with change request 12');
  await expectClean(opened);
});

test('a change request that is gone is told in words', async () => {
  const opened = await openSignedIn(headless.browser, { hash: '#/change-requests/shop/7' });
  const { page } = opened;

  const alert = page.getByRole('alert');
  await alert.waitFor();

  expect(await alert.innerText()).toContain('applied, cancelled or deleted in the meantime');
  expect(await page.locator('.data-age').innerText()).toContain('Not read');
  await expectClean(opened);
});

test('data that is too old gives no all-clear for what else is scheduled', async () => {
  const store = createMemoryStore();
  await record(store, changeRequest(7, { checkout: [{ action: 'archiveFeature' }] }));
  const opened = await openPage(headless.browser, { store, hash: '#/change-requests/shop/7' });
  const { page, key } = opened;
  const message = 'The data of the project "shop" is 3 days old.';
  await page.route('**/api/admin/change-requests?*', (route) =>
    route.fulfill({ status: 503, json: { id: 'x', name: 'DataTooOldError', message } }),
  );

  await signIn(page, key);
  await page.getByRole('alert').getByText(message).waitFor();

  expect(await page.getByRole('main').innerText()).toContain('Archive it');
  expect(await page.getByRole('main').innerText()).not.toMatch(/nothing/i);
  await expectClean(opened);
});
