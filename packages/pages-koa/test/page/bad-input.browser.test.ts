import type { Schedule } from '@forewarn/core';
import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openSignedIn, untilRead } from './opened-page.ts';

test.for<[string, Schedule | undefined, string, string]>([
  [
    'in the past',
    { status: 'pending', scheduledAt: '1999-12-31T23:30:00Z' },
    'Sat, 1 Jan 2000 00:30',
    'Overdue',
  ],
  [
    'in the year 9999',
    { status: 'pending', scheduledAt: '9999-12-31T10:00:00Z' },
    'Fri, 31 Dec 9999 11:00',
    'Pending',
  ],
  ['at no time', undefined, 'No time', 'No time'],
])('a change request %s is listed', async ([, schedule, when, state]) => {
  const { schedule: _, ...unscheduled } = changeRequest(7, {
    checkout: [{ action: 'archiveFeature' }],
  });
  const has = [schedule === undefined ? unscheduled : { ...unscheduled, schedule }];
  const { page, expectClean } = await openSignedIn({ has, hash: '#/timeline?scale=all' });

  const cells = page.getByRole('table').getByRole('cell');
  await cells.first().waitFor();

  expect((await cells.first().innerText()).trim()).toBe(when);
  expect((await cells.nth(1).innerText()).trim()).toBe(state);
  await expectClean();
  await page.getByRole('rowheader').getByRole('link').click();
  await page.getByRole('heading', { level: 2, name: 'Scheduled on the same targets' }).waitFor();
  await expectClean();
});

const ADDRESSES = [
  '#/nothing-here',
  '#/%E0%A4%A',
  '#/timeline?scale=eon&from=never',
  '#/change-requests',
  '#/change-requests/a%2Fb/..',
];

test('an address without a view shows a page, not an empty one', async () => {
  const { page, served, expectClean } = await openSignedIn();

  for (const hash of ADDRESSES) {
    await page.goto('about:blank');
    await page.goto(`${served.url}/${hash}`);
    await page.getByRole('heading', { level: 1 }).waitFor();

    expect((await page.getByRole('main').innerText()).length, hash).toBeGreaterThan(20);
    await expectClean();
  }
});

test('an address with dots reaches no other path of the API', async () => {
  const { page, expectClean } = await openSignedIn();
  await untilRead(page);
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));

  for (const hash of [
    '#/change-requests/../..',
    '#/change-requests/./7',
    '#/change-requests/%2E%2e/%2e',
  ]) {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.getByRole('alert').getByText("A name can't be . or ..").waitFor();
    await expectClean();
    await page.evaluate('location.hash = "#/nothing-here"');
    await page.getByRole('heading', { level: 1, name: 'There is no such view' }).waitFor();
  }
  expect(paths).toEqual([]);
});
