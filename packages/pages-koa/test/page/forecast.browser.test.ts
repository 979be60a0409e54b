import type { Forecast } from '@forewarn/client';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { by } from '@forewarn/impact';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openPage, openSignedIn, SAMPLE, signIn } from './opened-page.ts';

const FORECASTS = '**/api/admin/change-requests/forecast?*';
const ALL_CLEAR = 'No conflicts.';

const bannerOf = (page: Page) => page.getByRole('region', { name: 'Forecast' });

const pending = (scheduledAt: string): Pick<ScheduledChangeRequest, 'schedule'> => ({
  schedule: { status: 'pending', scheduledAt },
});

test('the first view says which change will fail, why, and what to do, with an arrow from its cause', async () => {
  const { page, expectClean } = await openSignedIn(SAMPLE);
  const banner = bannerOf(page);

  await banner.getByText('2 change requests will not go as planned, 1 may not').waitFor();
  expect(await banner.innerText()).toMatch(
    /1 will fail, 1 will be suspended[^]*Retire the loyalty card \(Tue, 24 Nov 2026, 06:00\) archives feature loyalty-card. Gift wrapping for members \(Thu, 26 Nov 2026, 18:00\) will fail. [^]*cannot become a parent.\s+What to do with Gift wrapping for members: Choose another parent, or keep the parent that it names/,
  );
  // The soonest first.
  expect(await banner.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('Paper slips at weekends'),
    expect.stringContaining('Gift wrapping for members'),
    expect.stringContaining('Card form: new design'),
  ]);
  await expect.poll(() => page.locator('.arrow').count()).toBe(1);
  const marks = page.getByRole('region', { name: 'Timeline' });
  const mark = marks.getByRole('link', { name: /^Gift wrapping for members, Will fail, .*Retire/ });
  expect(await mark.locator('.mark.forecast-fails').count()).toBe(1);
  await expectClean();

  await banner.getByRole('link', { name: 'Show it Card form: new design' }).click();
  await banner.locator('[aria-current]').getByText('Card form: new design').first().waitFor();
  // The Tab key reaches the marks, the arrow keys this one.
  await mark.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await banner.getByRole('link', { name: 'Gift wrapping for members', exact: true }).click();

  const section = page.getByRole('region', { name: 'Will it go as planned?' });
  await section.getByText('It will fail.').waitFor();
  expect(await section.innerText()).toMatch(/Retire the loyalty card[^]*Choose another parent/);
  await section.getByText('Copy as text').click();
  expect(await section.getByLabel('Copy as text').inputValue()).toMatch(
    /^"Retire the loyalty card" \(#13 in shop, .* UTC\) archives feature loyalty-card\. "Gift wrapping for members" .* will fail\. .*\nWhat to do with "Gift wrapping for members": Choose another parent, or keep the parent that it names\.$/,
  );
  expect(await page.locator('dl.facts').innerText()).toContain('Will fail');
  await expectClean();
});

test('only what needs attention is listed with reason and way out, and the URL says so', async () => {
  const { page, expectClean } = await openSignedIn({
    ...SAMPLE,
    viewport: { width: 390, height: 800 },
  });

  // The news is in sight, the filters are not.
  const warning = bannerOf(page).getByText('2 change requests will not go as planned');
  await warning.waitFor();
  expect((await warning.boundingBox())?.y).toBeLessThan(360);
  await page.getByText('23 – 29 November 2026, no filters').click();
  await page.getByLabel('Only what needs attention').check();
  await page.getByText('23 – 29 November 2026, 1 filter').waitFor();

  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect.poll(() => rows.count()).toBe(6);
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/Drop the legacy[^]*Overdue[^]*past, and it was not applied. Look at it/),
    expect.stringMatching(/Failed[^]*The strategy was deleted[^]*schedule it again, or reject it/),
    expect.stringMatching(/Paper slips at weekends[^]*May not go[^]*Give one of them another time/),
    expect.stringMatching(/Gift wrapping for members[^]*Will fail[^]*another parent/),
    expect.stringMatching(/Card form: new design[^]*Will be[^]*schedule it again/),
    expect.stringMatching(
      /Free shipping[^]*Suspended[^]*archived by tom. Resolve that and schedule/,
    ),
  ]);
  expect(page.url()).toContain('needsAttention=true');
  expect(await page.getByText(/change requests?( in this period|\.)/).count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  const cut = `[...document.querySelectorAll('.why')].filter((why) =>
    why.scrollHeight > why.clientHeight ||
    why.getBoundingClientRect().bottom > why.closest('tr').getBoundingClientRect().bottom)`;
  expect(await page.evaluate(`${cut}.length`)).toBe(0);
  await expectClean();
});

test('what goes as planned is told so', async () => {
  const has = [changeRequest(7, { cart: [] }, pending('2026-11-25T09:00:00Z'))];
  const { page, expectClean } = await openSignedIn({
    has: has.map((each) => ({
      ...each,
      features: [{ name: 'cart', changes: [{ action: 'updateEnabled' }] }],
    })),
  });

  await bannerOf(page).getByText(ALL_CLEAR).waitFor();
  await page.getByRole('rowheader').getByRole('link').click();

  await page.getByText('It will go as planned, as far as').waitFor();
  await expectClean();
});

const update = { action: 'updateStrategy', payload: { id: 's1' } };

/** An archive on Tuesday in another project fails #2 on Wednesday, when #3 may come before it. */
const HIDDEN = [
  changeRequest(
    1,
    { x1: [{ action: 'archiveFeature' }] },
    { project: 'bank', ...pending('2026-11-24T09:00:00Z') },
  ),
  changeRequest(
    2,
    { checkout: [{ action: 'addDependency', payload: { feature: 'x1' } }, update] },
    pending('2026-11-25T09:00:00Z'),
  ),
  changeRequest(3, { checkout: [update] }, pending('2026-11-25T09:00:00Z')),
] as const;

test('a cause that the key may not read is told first, and no other cause is blamed', async () => {
  const { page, expectClean } = await openSignedIn({
    has: HIDDEN,
    scope: { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] },
    hash: '#/timeline?needsAttention=true&selected=2%20shop',
  });
  const decides =
    'The cause that decides this is not listed. 1 cause in projects that your key may not read.';

  const banner = bannerOf(page);
  await banner.getByText(decides).waitFor();
  const item = banner.getByRole('listitem').filter({ hasText: decides });
  expect(await item.innerText()).not.toContain('Give one of them another time');
  await expect.poll(() => page.locator('.ring').count()).toBe(1);
  expect(await page.locator('.arrow').count()).toBe(0);
  const row = page.getByRole('row').filter({ hasText: 'Will fail' });
  expect(await row.innerText()).toContain(decides);
  await expectClean();

  await banner.getByRole('link', { name: 'Change request 2', exact: true }).first().click();
  const section = page.getByRole('region', { name: 'Will it go as planned?' });
  await section.getByText('It will fail.').waitFor();
  expect(await section.innerText()).toMatch(/decides this is not listed[^]*Give one of them/);
  await expectClean();
});

const cause = {
  ...HIDDEN[2],
  path: 'features[0].changes[0]',
  touch: { path: 'features[0].changes[0]' },
  consequence: by('still-applies'),
};

test.for<[string, Partial<Forecast>, string]>([
  [
    'without causes',
    { forecast: 'unknown', reasons: ['too-many-causes'] },
    'More is scheduled before it than can be read at once. Look at it in Unleash.',
  ],
  [
    'that a cause after the soonest 100 decides',
    { forecast: 'fails', causes: [cause], causeCount: 101 },
    'The cause that decides this is not listed. Look at it in Unleash.',
  ],
])('a forecast %s is told with its reason and way out', async ([, forecast, why]) => {
  const [, , victim] = HIDDEN;
  const { page, key, expectClean } = await openPage({ has: HIDDEN.slice(2) });
  const json = [
    { ...victim, causes: [], causeCount: 0, hiddenCauses: 0, reasons: [], ...forecast },
  ];
  await page.route(FORECASTS, (route) => route.fulfill({ json }));

  await signIn(page, key);
  await bannerOf(page).getByText(why).waitFor();
  await page.getByLabel('Only what needs attention').check();
  await page.getByRole('row').getByText(why).waitFor();
  expect(await page.getByRole('main').innerText()).not.toContain('0 causes');
  await expectClean();
});

test('an arrow leads from the time of a cause that the filters hide', async () => {
  const { page, expectClean } = await openSignedIn({
    has: HIDDEN,
    hash: '#/timeline?project=shop&selected=2%20shop',
  });

  await bannerOf(page).getByText('cannot become a parent').waitFor();
  await expect.poll(() => page.locator('.arrow').count()).toBe(1);
  const [start, ring] = await Promise.all([
    page.locator('.arrow').getAttribute('d'),
    page.locator('.ring').getAttribute('x'),
  ]);
  const x = Number(/^M([\d.]+) /.exec(start ?? '')?.[1]);
  expect(x).toBeGreaterThan(0);
  expect(x).toBeLessThan(Number(ring));
  await expectClean();
});

test('one that lists nothing is not told to go as planned', async () => {
  const { page, expectClean } = await openSignedIn({
    has: [changeRequest(7, {}, pending('2026-11-25T09:00:00Z'))],
  });

  await bannerOf(page).getByText('There may be others: not every scheduled change').waitFor();
  expect(await bannerOf(page).innerText()).not.toContain(ALL_CLEAR);
  await page.getByRole('rowheader').getByRole('link').click();

  const says = 'It may not go as planned. Not every scheduled change says what it touches.';
  await page.getByText(says).waitFor();
  await expectClean();
});

const respondWith = (headers: Readonly<Record<string, string>>) => (route: Route) =>
  route.fulfill({ json: [], headers: { 'Forewarn-As-Of': 'live', ...headers } });

const LAST = { Link: '</api/admin/change-requests/forecast?>; rel="first"' };

test.for<[string, (route: Route) => Promise<void>, string]>([
  ['incomplete data', respondWith({ 'Forewarn-Reasons': 'no-coverage' }), 'no import or sync'],
  [
    'data of projects without a list',
    respondWith({ 'Forewarn-As-Of': 'none', ...LAST }),
    'data is missing',
  ],
  [
    'data of a gateway that replaces Link',
    respondWith({ Link: '</help>; rel=help' }),
    'data is missing',
  ],
  ['data without an age', (route) => route.fulfill({ json: [] }), 'data is missing'],
  [
    'always one more page',
    respondWith({ Link: '</api/admin/change-requests/forecast?cursor=9>; rel="next"' }),
    'data is missing',
  ],
])('%s instead of forecasts is no all-clear', async ([, respond, says]) => {
  const { page, key, expectClean } = await openPage(SAMPLE);
  await page.route(FORECASTS, respond);

  await signIn(page, key);
  await bannerOf(page).getByRole('status').getByText(says).waitFor();
  await page.getByRole('table').waitFor();

  expect(await page.getByRole('main').innerText()).not.toContain('Nothing scheduled');
  await expectClean();
});

test('no answer is given before all pages are read', async () => {
  const { page, key } = await openPage(SAMPLE);
  const first = { Link: '</api/admin/change-requests/forecast?cursor=9>; rel="next"' };
  await page.route(FORECASTS, async (route) => {
    // The second page never comes.
    if (!route.request().url().includes('cursor=')) await respondWith(first)(route);
  });

  await signIn(page, key);

  await bannerOf(page).getByRole('status').getByText('Looking for conflicts…').waitFor();
  expect(await page.locator('.data-age').innerText()).toContain('Reading…');
});

const CONFLICTS = 3_000;

test('3,000 conflicts are counted page by page; few are in the document', async () => {
  const archive = [{ action: 'archiveFeature' }];
  const has = Array.from({ length: CONFLICTS + 1 }, (_, id) =>
    changeRequest(
      id,
      { checkout: id === 0 ? archive : [{ action: 'updateEnabled', payload: { enabled: true } }] },
      pending(new Date(Date.parse('2026-11-24T00:00:00Z') + id * 100_000).toISOString()),
    ),
  );
  const { page, expectClean } = await openSignedIn({ has, hash: '#/timeline?needsAttention=true' });

  await page.getByText('3,000 change requests will not go as planned: 3,000 will be').waitFor();
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('3001');
  expect(await page.getByRole('row').count()).toBeLessThan(120);
  expect(await page.evaluate(`getComputedStyle(document.querySelector('table')).display`)).toBe(
    'table',
  );
  await bannerOf(page).getByText('And 2,995 more').waitFor();
  await bannerOf(page).getByRole('link', { name: 'Show it Change request 2' }).click();
  await bannerOf(page).locator('[aria-current]').getByText('Change request 2').first().waitFor();
  // Its cause is in the same cluster.
  await expect.poll(() => page.locator('.ring').count()).toBe(1);
  expect(await page.locator('.arrow').count()).toBe(0);
  await expectClean();
});
