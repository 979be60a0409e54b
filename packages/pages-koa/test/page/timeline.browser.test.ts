import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openPage, openSignedIn, SAMPLE, signIn, withHeaders } from './opened-page.ts';
import { openShop, titlesIn } from './timeline-page.ts';

const marksIn = (page: Page) => page.getByRole('region', { name: 'Timeline' }).getByRole('link');

test('a person finds what runs this week and in another, as marks and as a table', async () => {
  const { page, expectClean } = await openShop();
  await page.getByRole('heading', { name: '23 – 29 November 2026' }).waitFor();
  await page.getByRole('table', { name: 'In these 7 days' }).waitFor();
  const thisWeek = await titlesIn(page, 'In these 7 days');
  const marks = await marksIn(page).count();
  await expectClean();

  await page.getByRole('link', { name: 'Month', exact: true }).click();
  await page.getByRole('link', { name: 'Next month' }).click();
  await page.getByRole('heading', { name: 'December 2026' }).waitFor();

  await page.getByText('What the marks mean').click();
  expect(await page.locator('.legend li').allInnerTexts()).toHaveLength(12);
  expect(thisWeek).toHaveLength(15);
  expect(thisWeek[0]).toBe('Drop the legacy statements');
  expect(marks).toBe(15);
  expect(await titlesIn(page, 'In this month')).toEqual(['Remove the old checkout']);
  expect(page.url()).toContain('scale=month&from=2026-12-01');
  await expectClean();
});

test('a row says when, what, how it stands, where, whose and on what', async () => {
  const { page } = await openShop();

  const row = page.getByRole('row').filter({ hasText: /New checkout for everyone.*Web shop/s });
  await row.waitFor();
  const cells = await row.getByRole('cell').allInnerTexts();

  expect(cells.map((text) => text.trim())).toEqual([
    'Wed, 25 Nov 2026 10:00',
    'Pending',
    'Web shop · production',
    'maria',
    'new-checkout, old-checkout',
  ]);
  expect(await page.getByText('Times in Europe/Berlin').isVisible()).toBe(true);
  await row.getByRole('link', { name: 'old-checkout' }).click();
  await page.getByRole('heading', { name: 'Any change to feature old-checkout' }).waitFor();
});

test('what is shown can be taken along as CSV, once all of it is read', async () => {
  const { page, expectClean } = await openShop({ hash: '#/timeline?scale=week&from=2026-11-23' });
  const button = page.getByRole('button', { name: 'Download as CSV' });
  await button.waitFor();
  await expect.poll(() => button.isEnabled()).toBe(true);
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');

  expect(download.suggestedFilename()).toBe('change-requests.csv');
  expect(lines[0]).toMatch(/"Time \(UTC\)","Change request","Number","Status"/);
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^"2026-11-25 09:00:00","New checkout for everyone","\d+","Pending","","Web shop","shop","production","maria","new-checkout, old-checkout"$/,
    ),
  );
  expect(lines).toContainEqual(
    expect.stringMatching(
      /"Will fail","""Retire the loyalty card"" \(#13 in shop, 2026-11-24 05:00 UTC\) archives feature loyalty-card/,
    ),
  );
  const shown = await titlesIn(page, 'In this week');
  expect(lines.length).toBe(shown.length + 1);
  await expectClean();
});

test.for([
  ['forecasts', 'change-requests/forecast?*'],
  ['names of projects', 'projects'],
])('what still lacks its %s is no file', async ([, path]) => {
  const { page, key } = await openPage(SAMPLE);
  // The response never comes.
  await page.route(`**/api/admin/${path}`, () => undefined);
  await signIn(page, key);

  await page.getByText('Not all is read').waitFor();

  expect(await page.getByRole('button', { name: 'Download as CSV' }).isEnabled()).toBe(false);
});

test('filters are in the URL, so that a view can be shared', async () => {
  const { page, expectClean } = await openShop();

  await page.getByLabel('Project').selectOption('payments');
  await page.getByLabel('Environment').selectOption('production');
  await page.getByLabel('Status').selectOption('pending');
  await page.getByRole('link', { name: 'Month', exact: true }).click();
  await expect
    .poll(() => titlesIn(page, 'In this month'))
    .toEqual(['Drop the legacy statements', 'Retire the card form', 'Card form: new design']);
  await page.getByLabel('Feature', { exact: true }).fill('card-form');
  const filtered = ['Retire the card form', 'Card form: new design'];
  await expect.poll(() => titlesIn(page, 'In this month')).toEqual(filtered);
  const shared = page.url();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect.poll(async () => (await titlesIn(page, 'In this month')).length).toBe(15);
  await page.goto(shared);

  await expect.poll(() => titlesIn(page, 'In this month')).toEqual(filtered);
  expect(await page.getByLabel('Environment').inputValue()).toBe('production');
  await page.evaluate('history.back()');
  await expect.poll(async () => (await titlesIn(page, 'In this month')).length).toBe(15);
  await expectClean();
});

test('a filter keeps the focus on the first view, whose address names none', async () => {
  const { page } = await openShop();
  const project = page.getByLabel('Project');
  await project.focus();

  await project.selectOption('payments');
  await page.getByRole('link', { name: 'Clear filters' }).waitFor();

  expect(page.url()).toContain('#/timeline?project=payments');
  expect(await project.evaluate((select) => select.matches(':focus'))).toBe(true);
});

test('Back shows the filter of the earlier view, also in the field that has the focus', async () => {
  const { page } = await openShop();
  await page.getByRole('link', { name: 'Next 7 days' }).click();
  await page.getByRole('heading', { name: '30 November – 6 December 2026' }).waitFor();
  const field = page.getByLabel('Feature', { exact: true });
  await field.fill('gone');
  await expect.poll(() => page.url()).toContain('feature=gone');

  // Firefox takes no such step for a navigation.
  const shown = await page.evaluate(`new Promise((resolve) => {
    addEventListener('hashchange', () => resolve(document.activeElement.value), { once: true });
    history.back();
  })`);

  // At once: what is typed next stays.
  expect(shown).toBe('');
  await expect.poll(async () => (await titlesIn(page, 'In these 7 days')).length).toBe(15);
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect(await page.evaluate('location.hash')).not.toContain('gone');
});

test('a view that is left for another stays left, whatever was typed before', async () => {
  const { page } = await openShop({ hash: '#/what-would-break' });
  await page.getByRole('link', { name: 'Timeline' }).click();
  await page.getByRole('table', { name: 'In these 7 days' }).waitFor();
  await page.getByLabel('Feature', { exact: true }).fill('gone');

  await page.goBack();

  await page.getByRole('heading', { level: 1, name: 'What would break?' }).waitFor();
  expect(page.url()).toContain('#/what-would-break');
});

test('what failed, is suspended or overdue is one click away', async () => {
  const { page, expectClean } = await openShop();

  await page.getByRole('link', { name: 'In all: 1 failed, 1 suspended, 1 overdue' }).click();

  await expect
    .poll(() => titlesIn(page, 'All'))
    .toEqual([
      'Drop the legacy statements',
      'Raise the refund limit',
      'Paper slips at weekends',
      'Gift wrapping for members',
      'Card form: new design',
      'Free shipping from 30 euros',
    ]);
  await expectClean();
});

test('a mark tells title, status, time, owner and features, on hover and on focus', async () => {
  const { page } = await openShop({ viewport: { width: 1200, height: 1000 } });
  const mark = marksIn(page).filter({ hasText: 'Free shipping' });
  const tip = page.locator('.tip');
  const words = [
    'Free shipping from 30 euros',
    'Suspended, Sat, 28 Nov 2026, 10:00',
    'by tom',
    'free-shipping',
  ];

  await mark.hover();
  await expect.poll(() => tip.locator('bdi').allInnerTexts()).toEqual(words);
  await page.mouse.move(0, 0);
  await expect.poll(() => tip.count()).toBe(0);
  await mark.focus();
  await expect.poll(() => tip.locator('bdi').allInnerTexts()).toEqual(words);
  expect(await mark.getAttribute('aria-label')).toBe(words.join(', '));
  await page.keyboard.press('Escape');
  await expect.poll(() => tip.count()).toBe(0);
});

test('the first view are the first 7 days that have something; today is one click away', async () => {
  const schedule = { status: 'pending', scheduledAt: '2026-12-16T06:00:00Z' } as const;
  const { page } = await openSignedIn({ has: [changeRequest(7, { cart: [] }, { schedule })] });

  await page.getByRole('heading', { name: '16 – 22 December 2026' }).waitFor();
  await page.getByRole('link', { name: 'Today' }).click();

  await page.getByRole('heading', { name: '23 – 29 November 2026' }).waitFor();
  expect(page.url()).toContain('from=2026-11-23');
});

test('an empty week says so, and leads to what is next', async () => {
  const { page } = await openShop({ hash: '#/timeline?from=2026-12-07' });

  await page.getByText('Nothing is scheduled in this period, with these filters').waitFor();
  await page.getByRole('link', { name: 'Remove the old checkout' }).click();

  await expect.poll(() => titlesIn(page, 'In these 7 days')).toEqual(['Remove the old checkout']);
});

test('where filters leave nothing, it tells whether their names are right', async () => {
  const { page, expectClean } = await openShop({
    hash: '#/timeline?feature=chekout&environment=prod',
  });
  await withHeaders(page, '**/forecast?*', { 'Forewarn-Reasons': 'not-found' });
  await page.getByRole('button', { name: 'Refresh' }).click();

  await page.getByText(/your key may read\. No environment has this name\./).waitFor();
  await expectClean();
  await page.getByRole('status').getByRole('link', { name: 'chekout' }).click();

  await page.getByRole('heading', { level: 2, name: 'Any change to feature chekout' }).waitFor();
});

test('a listing that is too long to read whole gives no all-clear', async () => {
  const { page } = await openShop({ hash: '#/timeline?from=2027-03-01' });
  await page.getByText('Nothing is scheduled in this period').waitFor();

  // A service that always has one more page.
  await page.route('**/change-requests?*', async (route) => {
    const response = await route.fetch();
    const headers = {
      ...response.headers(),
      Link: '</api/admin/change-requests?limit=9>; rel="next"',
    };
    await route.fulfill({ response, json: [], headers });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();

  await page.getByText('the data is incomplete, so something may be').waitFor();
  expect(await page.getByText('There are more than 0 change requests: filter').count()).toBe(1);
});

test('fits a phone, in the dark', async () => {
  const { page, expectClean } = await openShop({
    viewport: { width: 360, height: 640 },
    colorScheme: 'dark',
  });

  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  for (const link of await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link')
    .all()) {
    const { x = 0, width = 360 } = (await link.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(360);
  }
  await page.getByRole('link', { name: '1 failed' }).click();
  await page.getByRole('table', { name: 'All' }).waitFor();
  const labels = await page.locator('.axis text:not(:empty, .today)').all();
  const boxes = await Promise.all(labels.map((each) => each.boundingBox()));
  const ends = boxes.map((box) => [box?.x, (box?.x ?? 0) + (box?.width ?? 0)]).flat();
  expect(ends.length).toBeGreaterThan(3);
  expect(ends).toEqual(ends.toSorted((a = 0, b = 0) => a - b));
  await expectClean();
});
