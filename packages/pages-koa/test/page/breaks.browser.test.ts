import type { Change, ScheduledChangeRequest } from '@forewarn/core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openSignedIn } from './opened-page.ts';

const bannerOf = (page: Page) => page.getByRole('region', { name: 'Forecast' });

const change = (
  id: number,
  feature: string,
  scheduledAt: string,
  { action }: Change,
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest =>
  changeRequest(
    id,
    { [feature]: [{ action, payload: { enabled: true } }] },
    { title: `Change ${id}`, schedule: { status: 'pending', scheduledAt }, ...given },
  );

const ARCHIVE: Change = { action: 'archiveFeature' };
const ENABLE: Change = { action: 'updateEnabled' };

/** Two archives this week suspend 137 from the next one on, and one in another project. */
const LATER: readonly ScheduledChangeRequest[] = [
  change(1, 'cart', '2026-11-24T09:00:00Z', ARCHIVE, { title: 'Retire the cart' }),
  change(2, 'search', '2026-11-25T09:00:00Z', ARCHIVE, { title: 'Retire the search' }),
  change(3, 'banner', '2026-11-26T09:00:00Z', ENABLE),
  ...Array.from({ length: 136 }, (_, nth) => {
    const at = new Date(Date.parse('2026-12-03T09:00:00Z') + nth * 60_000).toISOString();
    return change(10 + nth, nth === 0 ? 'search' : 'cart', at, ENABLE);
  }),
  change(9, 'cart', '2026-12-04T09:00:00Z', ENABLE, { project: 'bank', title: 'In the bank' }),
];

test('a week whose changes break later ones counts both, with a link to the first', async () => {
  const { page, expectClean } = await openSignedIn({ has: LATER });
  const banner = bannerOf(page);

  await banner
    .getByText('None in these 7 days; 137 conflicts later, the first on Thu 3 Dec 2026.')
    .waitFor();
  await banner.getByText('2 change requests break others').waitFor();
  expect(await banner.innerText()).not.toContain('No conflicts');
  expect(await banner.locator('p').first().getAttribute('class')).toContain('attention');
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  expect(await rows.allInnerTexts()).toEqual([
    expect.stringMatching(/Retire the cart\s+Breaks others/),
    expect.stringMatching(/Retire the search\s+Breaks others/),
    expect.stringMatching(/Change 3\s+Pending/),
  ]);
  const marks = page.getByRole('region', { name: 'Timeline' });
  const mark = marks.getByRole('link', {
    name: /^Retire the search, Breaks others, .*Breaks 1 other: Change 10/,
  });
  expect(await mark.locator('.mark.breaks').count()).toBe(1);
  await expectClean();

  await banner.getByRole('link', { name: 'Thu 3 Dec 2026' }).click();
  await banner.getByText('137 change requests will not go as planned').waitFor();
  expect(page.url()).toContain('from=2026-12-03');
  await banner.getByText('And 132 more').waitFor();
  await expectClean();
});

test.for<[string, string, string]>([
  ['a day', 'scale=day&from=2026-11-24', 'None on this day; 137 conflicts later'],
  ['a week without any', 'from=2026-12-14', 'None in these 7 days; 137 conflicts before'],
  ['a month', 'scale=month&from=2026-11-01', 'None this month; 137 conflicts later'],
  [
    'a project',
    'scale=all&project=shop&search=banner',
    'None; 137 conflicts that the filters hide',
  ],
  [
    'a search',
    'search=cart',
    'None in these 7 days; 136 conflicts that the filters hide, the first on Thu 3 Dec 2026; 1 conflict later, the first on Fri 4 Dec 2026.',
  ],
  ['a status', 'status=failed', 'None in these 7 days; 137 conflicts that the filters hide'],
])('the banner counts what breaks outside of %s', async ([, query, says]) => {
  const has = LATER.map((each) =>
    query.includes('search=cart') && ![1, 3, 9].includes(each.id)
      ? { ...each, features: [{ ...each.features[0], name: 'search' }] }
      : each,
  ) as readonly ScheduledChangeRequest[];
  const { page, expectClean } = await openSignedIn({ has, hash: `#/timeline?${query}` });

  await bannerOf(page).getByRole('status').getByText(says).waitFor();
  await expectClean();
});

test('a cause says on its own page what it breaks, why, and what to do', async () => {
  const { page, expectClean } = await openSignedIn({
    has: LATER,
    hash: '#/change-requests/shop/2',
  });
  const section = page.getByRole('region', { name: 'Will it go as planned?' });

  await section.getByText('It will go as planned itself, but others will not.').waitFor();
  await section.getByText('It breaks 1 other change request').waitFor();
  expect(await section.locator('p.attention').count()).toBe(2);
  expect(await section.innerText()).toMatch(
    /Change 10[^]*will be suspended\. Unleash suspends the schedule of an archived feature[^]*Apply it before/,
  );
  const broken = section.getByRole('listitem').filter({ hasText: 'Change 10' });
  expect(await broken.locator('.mark.forecast-suspended').count()).toBe(1);
  expect(await page.locator('dl.facts').innerText()).toMatch(/Status\s+Breaks others/);
  const beside = page.getByRole('region', { name: 'Scheduled on the same targets' });
  const victim = beside.getByRole('listitem').filter({ hasText: 'Change 10' });
  expect(await victim.innerText()).toContain('Will be suspended');
  await expectClean();

  await section.getByRole('link', { name: 'Change 10' }).click();
  const cause = beside.getByRole('listitem').filter({ hasText: 'Retire the search' });
  await cause.getByText('Breaks others').waitFor();
  await expectClean();
});

test('what breaks in other projects is counted, and nothing else of it is told', async () => {
  const { page, expectClean } = await openSignedIn({
    has: LATER.filter(({ id }) => id === 1 || id === 9),
    scope: { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] },
    hash: '#/change-requests/shop/1',
  });
  const section = page.getByRole('region', { name: 'Will it go as planned?' });

  await section.getByText('It affects 1 change in projects that your key may not').waitFor();
  const text = await page.getByRole('main').innerText();
  expect(text).toContain('It will go as planned itself, but others may not.');
  expect(text).toMatch(/Status\s+May break others/);
  expect(text).not.toMatch(/bank/);
  await expectClean();
});

test('one with more victims than are read says that there are more', async () => {
  const { page, expectClean } = await openSignedIn({ has: LATER, hash: '#/timeline' });
  await page.route('**/change-requests/2/forecast', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), mayBreakMore: true } });
  });

  await page.getByRole('rowheader').getByRole('link', { name: 'Retire the search' }).click();

  await page.getByText('It breaks 1 other change request or more').waitFor();
  await expectClean();
});
