import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  holdTimeouts,
  openPage,
  openSignedIn,
  signIn,
  stopRetries,
  SAMPLE,
  untilRead,
  withHeaders,
} from './opened-page.ts';

const LISTING = '**/api/admin/change-requests?*';
const FORECASTS = '**/api/admin/change-requests/forecast?*';

const error = (status: number, name: string) => (route: Route) =>
  route.fulfill({ status, json: { id: 'x', name, message: `${name} happened.` } });

const FOREIGN = /The response is not Forewarn's\.[^]*reload this page/;
const responds = (response: Parameters<Route['fulfill']>[0]) => (route: Route) =>
  route.fulfill(response);
const ELSEWHERE = { Link: '</rewritten>; rel="next"' };

/** What a request gets instead of its response, and what the page says about it. */
const FAILURES: readonly (readonly [string, (route: Route) => Promise<void>, RegExp])[] = [
  [
    'a service that is down',
    (route) => route.abort(),
    /No connection to the service.[^]*tries again/,
  ],
  ['an unavailable store', error(503, 'Unavailable'), /Unavailable happened\.[^]*tries again/],
  ['a missing permission', error(403, 'NoAccess'), /NoAccess happened\.[^]*administrator/],
  ['a refusal', error(400, 'BadData'), /BadData happened\.[^]*Check what you entered/],
  ['a login page', responds({ contentType: 'text/html', body: '<h1>Log in</h1>' }), FOREIGN],
  [
    'a redirect to a login page',
    responds({ status: 302, headers: { Location: '/oauth2/start' } }),
    FOREIGN,
  ],
  ['an empty response', responds({ status: 200, body: '' }), FOREIGN],
  ['JSON of another service', responds({ json: { items: [] } }), FOREIGN],
  ['a next page outside of the API', responds({ json: [], headers: ELSEWHERE }), FOREIGN],
];

/** A view, and a request that it needs. */
const VIEWS = [
  ['the timeline', '#/timeline', LISTING],
  ['what will not go as planned', '#/timeline', FORECASTS],
  ['what can be removed', '#/cleanup', '**/api/admin/cleanup?*'],
  ['a change request', '#/change-requests/shop/14', '**/change-requests/scheduled/14'],
  ['how it will go', '#/change-requests/shop/14', '**/change-requests/14/forecast'],
  ['what else is scheduled', '#/change-requests/shop/14', '**/impact'],
  ['what would break', '#/what-would-break?feature.archive=search', '**/impact'],
  ['the strategy definitions', '#/strategies', '**/api/admin/strategies'],
  ['what uses them', '#/strategies', '**/impact'],
] as const;

test.for(VIEWS)(
  '%s: each failure is told as such, and never looks like nothing',
  async ([, hash, url]) => {
    const { page, expectClean } = await openSignedIn({ ...SAMPLE, hash });

    for (const [what, fail, message] of FAILURES) {
      await page.route(url, fail);
      await page.reload();
      const told = page.getByRole('alert').filter({ hasText: message });
      await expect.poll(() => told.count(), { message: what }).toBeGreaterThan(0);
      expect(await page.getByRole('main').innerText(), what).not.toMatch(
        /nothing (?:is )?scheduled|will go as planned|no conflicts|removed now|(?:candidate|feature) is known/i,
      );
      await page.unroute(url);
    }
    await expectClean();
  },
);

test('a slow service is told as reading, then as a timeout, and read when it is back', async () => {
  const { page, key, expectClean } = await openPage(SAMPLE);
  const timeOut = await holdTimeouts(page);
  let isSlow = true;
  await page.route(LISTING, async (route) => {
    if (!isSlow) await route.continue();
  });

  const sent = page.waitForRequest(LISTING);
  await signIn(page, key);
  await sent;
  expect(await page.locator('.data-age').innerText()).toContain('Reading…');
  expect(await page.getByRole('main').innerText()).not.toMatch(/nothing/i);
  await timeOut();
  await page.getByRole('alert').getByText('No response within 15 seconds.').waitFor();
  isSlow = false;
  // The page may have tried again already.
  await timeOut();

  // By itself.
  await page.getByRole('table', { name: 'In these 7 days' }).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await expectClean();
});

test('what was read stays when the service goes, marked as not current, until it comes back', async () => {
  const { page, key, expectClean } = await openPage(SAMPLE);
  let isDown = false;
  await page.route('**/api/**', (route) => (isDown ? route.abort() : route.continue()));
  await signIn(page, key);
  await untilRead(page);
  await stopRetries(page);

  isDown = true;
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await refresh.focus();
  await page.keyboard.press('Enter');
  await page.locator('.data-age').getByText('not current').waitFor();
  expect(await refresh.evaluate((button) => button.matches(':focus'))).toBe(true);
  expect(await page.getByRole('table').isVisible()).toBe(true);
  expect(await page.getByRole('alert').count()).toBe(1);
  await expectClean();
  isDown = false;
  await page.getByRole('button', { name: 'Try again now' }).click();

  await page
    .locator('.data-age')
    .getByText(/, read at/)
    .waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test.for<[string, string]>([
  ['that no import or sync listed', LISTING],
  ['of a sync that may not read all projects', FORECASTS],
])('data %s is incomplete, so an empty week is no all-clear', async ([, url]) => {
  const { page, expectClean } = await openSignedIn({
    ...SAMPLE,
    hash: '#/timeline?from=2027-03-01',
  });
  await page.getByText('Nothing is scheduled in this period').waitFor();
  await withHeaders(page, url, { 'Forewarn-As-Of': 'none' });

  await page.getByRole('button', { name: 'Refresh' }).click();

  await page.getByText('the data is incomplete, so something may be').waitFor();
  expect(await page.locator('.data-age').innerText()).toContain('Incomplete');
  await expectClean();
});

test('old data says how old it is', async () => {
  const { page, key, expectClean } = await openPage(SAMPLE);
  await withHeaders(page, LISTING, { 'Forewarn-As-Of': '2026-11-21T10:42:00Z' });

  await signIn(page, key);

  await page.getByText('Data as of Sat, 21 Nov 2026, 11:42 (1 day ago)').waitFor();
  await expectClean();
});

test.each([
  ['Timeline', '#/timeline', 'DELETE_STRATEGY'],
  ['What would break?', '#/what-would-break?feature.archive=search', 'CREATE_STRATEGY'],
] as const)('a key without the permission does not see the view "%s"', async (name, hash, may) => {
  const { page, expectClean } = await openSignedIn({ scope: { permissions: [may] }, hash });

  await page.getByRole('heading', { name: 'Your key does not permit this' }).waitFor();

  expect(await page.getByRole('navigation').getByRole('link', { name }).count()).toBe(0);
  await expectClean();
});
