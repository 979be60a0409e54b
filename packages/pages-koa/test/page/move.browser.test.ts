import type { ScheduledChangeRequest } from '@forewarn/core';
import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { type OpenedPage, openSignedIn, type PageOptions, untilRead } from './opened-page.ts';

const PREVIEW = '**/change-requests/scheduled/preview';

const on = (scheduledAt: string, title: string): Partial<ScheduledChangeRequest> => ({
  title,
  schedule: { status: 'pending', scheduledAt },
});

/** On Friday a feature is archived that a change on Wednesday turns on. */
const HAS = [
  changeRequest(
    1,
    { card: [{ action: 'archiveFeature' }] },
    on('2026-11-27T09:00:00Z', 'Retire the card'),
  ),
  changeRequest(
    2,
    { card: [{ action: 'updateEnabled', payload: { enabled: true } }] },
    on('2026-11-25T09:00:00Z', 'Turn the card on'),
  ),
];

const SUSPENDED = '1 change request would go less well';

interface Opened extends OpenedPage {
  readonly mark: Locator;
  readonly panel: Locator;
  readonly status: Locator;
  /** The method and the path of each request so far. */
  readonly requests: readonly string[];
}

async function openLanes(options: PageOptions = {}): Promise<Opened> {
  const opened = await openSignedIn({ has: HAS, ...options });
  const { page } = opened;
  await untilRead(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const panel = page.getByRole('region', { name: 'What if it had another time?' });
  const mark = page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('link', { name: /^Retire the card/ });
  return { ...opened, mark, panel, status: panel.getByRole('status'), requests };
}

/** Moves the archive by the keyboard from Friday to Tuesday. */
async function moveToTuesday({ page, mark }: Pick<Opened, 'page' | 'mark'>): Promise<void> {
  await mark.focus();
  await page.keyboard.press('m');
  for (let days = 0; days < 3; days += 1) await page.keyboard.press('Shift+ArrowLeft');
}

const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => each.matches(':focus'));

const covers = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  return a === null || b === null || (a.y < b.y + b.height && b.y < a.y + a.height);
};

test('keys move a mark by hours and days, and tell at once what that would break, without a write', async () => {
  const opened = await openLanes({
    settings: { unleashUrl: 'https://unleash.example' },
    viewport: { width: 1200, height: 460 },
  });
  const { page, mark, panel, status, requests, expectClean } = opened;

  await moveToTuesday(opened);
  await status.getByText(SUSPENDED).waitFor();
  expect(await status.innerText()).toContain(
    'On Tue, 24 Nov 2026, 10:00 instead of Fri, 27 Nov 2026, 10:00',
  );
  const worse = panel.getByRole('region', { name: 'Less well' });
  expect(await worse.innerText()).toMatch(/Will be suspended[^]*Turn the card on[^]*archived/);
  await expect.poll(() => page.locator('.arrows.worse .arrow').count()).toBe(1);
  expect(await hasFocus(mark)).toBe(true);
  expect(await covers(panel, mark)).toBe(false);
  await page.keyboard.press('ArrowRight');
  await status.getByText('On Tue, 24 Nov 2026, 11:00').waitFor();
  await status.getByText(SUSPENDED).waitFor();
  await page.keyboard.press('ArrowLeft');
  await status.getByText(SUSPENDED).waitFor();
  await expectClean();

  await page.keyboard.press('Enter');
  expect(await hasFocus(panel)).toBe(true);
  await panel.getByText('Copy as JSON').click();
  expect(JSON.parse(await panel.getByLabel('Copy as JSON').inputValue())).toEqual({
    edits: [{ move: 1, scheduledAt: '2026-11-24T09:00:00.000Z' }],
  });
  expect(await panel.getByRole('link', { name: 'Open in Unleash' }).getAttribute('href')).toBe(
    'https://unleash.example/projects/shop/change-requests/1',
  );
  await expectClean();

  await page.keyboard.press('Escape');
  await expect.poll(() => panel.count()).toBe(0);
  expect(await hasFocus(mark)).toBe(true);
  expect(await page.locator('.ghost').count()).toBe(0);
  expect(new Set(requests)).toEqual(
    new Set(['POST /api/admin/projects/shop/change-requests/scheduled/preview']),
  );
  expect(
    (await opened.served.store.reader.find({ projectId: 'shop', id: 1 }))._unsafeUnwrap(),
  ).toEqual(HAS[0]);
});

/** Drags a mark by days of a week. */
async function drag(page: Page, mark: Locator, days: number): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await mark.locator('.hit').boundingBox()) ?? {};
  const track = await page.locator('.axis .track').boundingBox();
  const [fromX, fromY] = [x + width / 2, y + height / 2];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  const steps = { steps: 8 };
  await page.mouse.move(fromX + (days * ((track?.width ?? 0) - 50)) / 7, fromY + 3, steps);
}

test('a mark is dragged to another day, and a click still opens it', async () => {
  const { page, mark, panel, status, expectClean } = await openLanes();

  await drag(page, mark, -3);
  await status.getByText(SUSPENDED).waitFor();
  expect(await status.innerText()).toMatch(/On Tue, 24 Nov 2026, 10:\d\d instead/);
  await page.mouse.up();
  expect(page.url()).not.toContain('change-requests');
  await expect.poll(() => page.locator('.ghost').count()).toBe(1);
  await expectClean();

  // Back to where it was, which is no click either.
  await drag(page, mark, -3);
  const { x = 0, y = 0 } = (await mark.locator('.hit').boundingBox()) ?? {};
  await page.mouse.move(x + 11, y + 11, { steps: 8 });
  await page.mouse.up();
  expect(page.url()).not.toContain('change-requests');

  await panel.getByRole('button', { name: 'End' }).click();
  await mark.locator('.hit').click();
  await page.getByRole('heading', { level: 1, name: 'Retire the card' }).waitFor();
});

test('what gets better is told, too', async () => {
  const [archive, turnOn] = HAS;
  const has = [{ ...archive, ...on('2026-11-24T09:00:00Z', 'Retire the card') }, turnOn];
  const { page, mark, panel, status, expectClean } = await openLanes({
    has: has as readonly ScheduledChangeRequest[],
  });

  await mark.focus();
  await page.keyboard.press('m');
  for (let days = 0; days < 3; days += 1) await page.keyboard.press('Shift+ArrowRight');

  await status.getByText('Nothing would go less well, 1 change request better.').waitFor();
  await panel.getByRole('region', { name: 'Better' }).getByText('Turn the card on').waitFor();
  await expect.poll(() => page.locator('.arrows.better .ring').count()).toBe(1);
  await expectClean();
});

test.for<[string, (route: Route) => Promise<void>]>([
  [
    'an error',
    (route) => route.fulfill({ status: 400, json: { id: 'x', name: 'X', message: 'Broken.' } }),
  ],
  ['another body', (route) => route.fulfill({ json: { worse: [], worseCount: 0 } })],
])('%s instead of a preview is said, and is no all-clear', async ([, respond]) => {
  const opened = await openLanes();
  await opened.page.route(PREVIEW, respond);

  await moveToTuesday(opened);
  await opened.status.getByText('What that would break is not known.').waitFor();

  expect(await opened.panel.getByRole('alert').count()).toBe(1);
  expect(await opened.panel.innerText()).not.toContain('Nothing would');
  await opened.expectClean();
});

test('a response for an earlier place is never shown', async () => {
  const opened = await openLanes();
  const { page, status } = opened;
  let requests = 0;
  await page.route(PREVIEW, async (route) => {
    requests += 1;
    // The second one never comes.
    if (requests === 1) await route.continue();
  });
  await moveToTuesday(opened);
  await status.getByText(SUSPENDED).waitFor();

  await page.keyboard.press('ArrowRight');
  await expect.poll(() => requests).toBe(2);

  expect(await status.innerText()).toMatch(/11:00 instead[^]*Asking what that would break…$/);
  expect(await page.locator('.arrows.worse').count()).toBe(0);
});

test('several marks are moved at once', async () => {
  const has = [
    ...HAS,
    changeRequest(
      3,
      { card: [{ action: 'updateEnabled' }] },
      on('2026-11-26T09:00:00Z', 'Turn it off'),
    ),
  ];
  const opened = await openLanes({ has });
  const { page, panel, status, expectClean } = opened;
  await moveToTuesday(opened);
  await status.getByText('2 change requests would go less well').waitFor();

  const other = page.locator('[data-mark="2 shop"]');
  await other.focus();
  await page.keyboard.press('m');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await status.getByText(SUSPENDED).waitFor();

  expect(await status.innerText()).toMatch(
    /Retire the card: On Tue, 24 Nov 2026, 10:00 instead[^]*Turn the card on: On Tue, 24 Nov 2026, 08:00 instead/,
  );
  expect(await page.locator('.ghost').count()).toBe(2);
  expect(await panel.getByRole('region', { name: 'Less well' }).innerText()).toContain(
    'Turn it off',
  );
  await panel.getByText('Copy as JSON').click();
  expect(JSON.parse(await panel.getByLabel('Copy as JSON').inputValue())).toEqual({
    edits: [
      { move: 1, scheduledAt: '2026-11-24T09:00:00.000Z' },
      { move: 2, scheduledAt: '2026-11-24T07:00:00.000Z' },
    ],
  });
  await expectClean();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.ghost').count()).toBe(0);
});

test('Escape ends it wherever the focus is', async () => {
  const opened = await openLanes();
  const { page, panel, status } = opened;

  for (const at of [
    page.getByLabel('Search', { exact: true }),
    page.getByRole('button', { name: 'Sign out' }),
  ]) {
    await moveToTuesday(opened);
    await status.getByText(SUSPENDED).waitFor();
    await at.focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
  }
});

test('a mark of several is not moved, and says so', async () => {
  const has = Array.from({ length: 30 }, (_, id) =>
    changeRequest(id, { card: [] }, on('2026-11-25T09:00:00Z', `Number ${id}`)),
  );
  const { page, expectClean } = await openSignedIn({ has });

  await page.getByRole('link', { name: /^30 change requests/ }).focus();
  await page.keyboard.press('m');

  await page.getByText('open their day to move one').waitFor();
  expect(await page.locator('.ghost').count()).toBe(0);
  await expectClean();
});
