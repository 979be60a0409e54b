import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openSignedIn, type OpenedPage } from './opened-page.ts';

/** Opens the timeline in a zone, with change requests at the times. */
async function openIn(
  timezoneId: string,
  now: string,
  times: readonly string[],
  hash = '',
): Promise<OpenedPage> {
  const has = times.map((scheduledAt, id) =>
    changeRequest(id, { checkout: [] }, { schedule: { status: 'pending', scheduledAt } }),
  );
  return openSignedIn({ has, timezoneId, now, hash });
}

const rangeOf = ({ page }: OpenedPage) =>
  page.getByRole('heading', { level: 2 }).first().innerText();

const timesIn = ({ page }: OpenedPage): Promise<readonly string[]> =>
  page.locator('td time').allInnerTexts();

test('the day on which summer time ends has 25 hours, one of them twice', async () => {
  const opened = await openIn(
    'Europe/Berlin',
    '2026-10-20T10:00:00Z',
    [
      '2026-10-24T22:00:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-25T22:59:00Z',
    ],
    '#/timeline?scale=day&from=2026-10-25',
  );
  const { page } = opened;
  await page.getByRole('table').waitFor();
  const marks = page.getByRole('region', { name: 'Timeline' }).getByRole('link');
  const places = await marks.evaluateAll((all) =>
    all.map((each) => each.querySelector('.mark')?.getBoundingClientRect().x ?? 0),
  );

  expect(await timesIn(opened)).toEqual([
    'Sun, 25 Oct 2026 00:00',
    'Sun, 25 Oct 2026 02:30',
    'Sun, 25 Oct 2026 02:30',
    'Sun, 25 Oct 2026 23:59',
  ]);
  const [start = 0, first = 0, second = 0, end = 0] = places;
  expect((second - first) / (end - start)).toBeCloseTo(1 / 25, 2);
  // One offset would be wrong of some.
  expect(await page.getByText('Times in Europe/Berlin', { exact: true }).count()).toBe(1);
  await page.getByRole('link', { name: 'Next day' }).click();
  await expect.poll(() => rangeOf(opened)).toBe('Mon, 26 Oct 2026');
});

test('the dates of the axis keep apart', async () => {
  const now = '2026-11-23T09:00:00Z';
  const { page } = await openIn('UTC', now, [now, '2026-12-14T09:00:00Z'], '#/timeline?scale=all');
  const labels = page.locator('.axis text:not(:empty, .today)');
  await labels.first().waitFor();

  const boxes = await Promise.all((await labels.all()).map((each) => each.boundingBox()));

  expect(boxes.length).toBeGreaterThan(3);
  expect(await labels.last().textContent()).toBe('14 Dec 2026');
  const gaps = boxes.slice(1).map((box, at) => {
    const { x = 0, width = 0 } = boxes[at] ?? {};
    return (box?.x ?? 0) - x - width;
  });
  expect(Math.min(...gaps)).toBeGreaterThan(5);
});

test.for(['2026-11-23T00:00:30Z', '2026-11-23T23:59:30Z'])(
  'the word for the present is whole at an end of the day: %s',
  async (now) => {
    const { page } = await openIn('UTC', now, [now], '#/timeline?scale=day&from=2026-11-23');

    const word = await page.locator('.axis text.today').boundingBox();
    const axis = await page.locator('.axis svg').boundingBox();

    const end = ({ x = 0, width = 0 } = {}) => x + width;
    expect(word?.x).toBeGreaterThanOrEqual(axis?.x ?? Infinity);
    expect(end(word ?? {})).toBeLessThanOrEqual(end(axis ?? {}));
  },
);
