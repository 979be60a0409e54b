import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSignedIn, SAMPLE } from './opened-page.ts';

const CLEANUP = '**/api/admin/**cleanup?*';

const headingsOf = (page: Page): Promise<readonly string[]> =>
  page.locator('.candidates h2').allInnerTexts();

test('a person sees what can be removed, when, in which order and why, and takes the plan along', async () => {
  const { page, expectClean } = await openSignedIn(SAMPLE);
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Clean-up' })
    .click();

  await page.getByText('2 can be removed now, 1 later, 3 blocked, 1 unknown.').waitFor();
  expect(await headingsOf(page)).toEqual([
    'Can be removed now: wave 1 (2)',
    'Can be removed later: wave 1 (1)',
    'Blocked (3)',
    'Not known (1)',
  ]);
  const item = (name: string) => page.locator('.candidates li').filter({ hasText: name });
  expect(await item('sale-banner').filter({ hasText: 'Web shop' }).innerText()).toMatch(
    /^After \w+, \d+ Nov 2026, \d\d:\d\d\s+feature sale-banner\s+Web shop\s+Winter sale [^]*will go as planned/,
  );
  expect(await item('statements').innerText()).toMatch(/^Blocked[^]*An overdue change request/);
  await expectClean();
  // Where the header is fullest.
  await page.setViewportSize({ width: 850, height: 700 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(850);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the plan' }).click(),
  ]);
  await page.getByText('Copy the plan').click();
  const copied = await page.getByLabel('Copy the plan').inputValue();
  expect(await readFile(await download.path(), 'utf8')).toBe(copied);
  expect(JSON.parse(copied)).toMatchObject({ quietDays: 7, coverage: 'as-of' });
  await expectClean();

  await page.getByLabel('Project').selectOption('shop');
  await page.getByText('1 can be removed now, 1 later, 0 blocked, 0 unknown.').waitFor();
  expect(page.url()).toContain('#/cleanup?project=shop');
  await page.getByRole('link', { name: 'Winter sale' }).click();
  await page.getByRole('heading', { level: 1, name: 'Winter sale' }).waitFor();
});

test('without candidates it says so, and what that means', async () => {
  const { page, expectClean } = await openSignedIn({ hash: '#/cleanup?quietDays=30' });

  await page.getByText(/^No (?:candidate|feature) is known/).waitFor();
  expect(await page.getByLabel('Quiet for').inputValue()).toBe('30');
  expect(await page.getByRole('button', { name: 'Download the plan' }).count()).toBe(0);
  await expectClean();
});

const NEXT = { Link: '</api/admin/cleanup?quietDays=7&cursor=9>; rel="next"' };
const LAST = { Link: '</api/admin/cleanup?quietDays=7>; rel="first"' };
const PAGE = { coverage: 'live', candidates: [] };

test('a plan is offered once all of its pages are read', async () => {
  const { page } = await openSignedIn(SAMPLE);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(CLEANUP, async (route: Route) => {
    if (!route.request().url().includes('cursor=')) {
      return route.fulfill({ json: PAGE, headers: NEXT });
    }
    await promise;
    const candidate = { target: { feature: 'last' }, verdict: 'now', wave: 1, fingerprint: 'f' };
    const json = { ...PAGE, candidates: [{ ...candidate, reasons: [], evidence: [] }] };
    return route.fulfill({ json, headers: LAST });
  });

  await page.getByRole('link', { name: 'Clean-up' }).click();
  await page.getByText('Read 0 candidates so far.').waitFor();
  expect(await page.getByRole('button', { name: 'Download the plan' }).count()).toBe(0);
  resolve();

  await page.getByText('1 can be removed now, 0 later, 0 blocked, 0 unknown.').waitFor();
  await page.getByRole('button', { name: 'Download the plan' }).waitFor();
});

test.each([
  ['a list without an end', NEXT],
  ['a page of a gateway that removes Link', {}],
])('%s is said, and is no plan', async (_name, headers) => {
  const { page, expectClean } = await openSignedIn(SAMPLE);
  await page.route(CLEANUP, (route) => route.fulfill({ json: PAGE, headers }));

  await page.getByRole('link', { name: 'Clean-up' }).click();
  await page.getByRole('alert').waitFor();

  expect(await page.getByText(/can be removed now|is known/).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Download the plan' }).count()).toBe(0);
  await expectClean();
});
