import type { ScheduledChangeRequest } from '@forewarn/core';
import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openPage, signIn } from './opened-page.ts';

const COUNT = 10_000;
const PROJECTS = 20;
const SPREAD_MS = 29 * 86_400_000;
const START_MS = Date.parse('2026-11-01T00:00:00Z');

/** One of 10,000 change requests, evenly spread over November, 20 projects and 3 environments. */
const oneOf = (id: number): ScheduledChangeRequest =>
  changeRequest(
    id,
    { [`feature-${id % 997}`]: [{ action: 'updateEnabled', payload: { enabled: true } }] },
    {
      project: `project-${id % PROJECTS}`,
      environment: ['development', 'production', 'staging'][id % 3] ?? '',
      title: `Number ${id}`,
      createdBy: { username: `person-${id % 50}` },
      schedule: {
        status: id % 100 === 0 ? 'failed' : 'pending',
        scheduledAt: new Date(START_MS + (id / COUNT) * SPREAD_MS).toISOString(),
      },
    },
  );

const openLarge = (hash: string) =>
  openPage({ has: Array.from({ length: COUNT }, (_, id) => oneOf(id)), hash });

test('a week is shown after Back from far down a longer table', async () => {
  const { page, key } = await openLarge('#/timeline?from=2026-11-23');
  await signIn(page, key);
  await page.getByRole('table', { name: 'In these 7 days' }).waitFor();
  const shown = page.getByRole('rowheader');
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByRole('table', { name: 'All' }).waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByRole('link', { name: 'Number 9999' }).waitFor();

  await page.goBack();
  await page.getByRole('table', { name: 'In these 7 days' }).waitFor();

  await expect.poll(() => shown.count()).toBeGreaterThan(10);
});

/** Scrolls to the end in steps, one a frame, and returns the longest time between two frames. */
const SCROLL = `new Promise((resolve) => {
  const step = document.body.scrollHeight / 60;
  let [last, longest] = [performance.now(), 0];
  const next = () => {
    const now = performance.now();
    [longest, last] = [Math.max(longest, now - last), now];
    if (scrollY + innerHeight >= document.body.scrollHeight - 1) resolve(longest);
    else { scrollBy(0, step); requestAnimationFrame(next); }
  };
  requestAnimationFrame(next);
})`;

test('10,000 change requests of one month: each is reached, few are in the document', async () => {
  const { page, key, expectClean } = await openLarge('#/timeline?scale=month');
  const start = performance.now();
  await signIn(page, key);
  await page.getByText('10,000 change requests.').waitFor();
  const shownMs = performance.now() - start;
  const longestMs = await page.evaluate<number>(SCROLL);

  await page.getByRole('table').getByRole('link', { name: 'Number 9999' }).waitFor();
  console.log(
    `10,000 shown after ${Math.round(shownMs)} ms, longest frame ${Math.round(longestMs)} ms`,
  );
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('10001');
  expect(await page.getByRole('row').count()).toBeLessThan(120);
  expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(10_000);
  const counts = await page.locator('.lanes .count').allTextContents();
  const marks = await page.locator('.lanes a > .mark').count();
  expect(counts.reduce((sum, text) => sum + Number(text), marks)).toBe(COUNT);
  await page.evaluate('scrollTo(0, 0)');

  await page
    .getByRole('link', { name: /change requests, .* 1 failed|change requests, 1 failed/ })
    .first()
    .click();
  // It opens its lane.
  await page.getByRole('heading', { level: 2, name: /^\d.* 2026$/ }).waitFor();
  expect(page.url()).toMatch(/scale=days?&project=project-\d+&environment=/);
  await expect.poll(() => page.locator('.lane[role="group"]').count()).toBe(1);
  await expectClean();
});
