import { readFile } from 'node:fs/promises';
import type { ImpactSchema } from '@forewarn/client';
import { expect, test } from 'vitest';
import { askOnPage, cardOf } from './impact-page.ts';
import { CHECKOUT, sales, UNREADABLE, WINTER_SALE } from './impact-world.ts';
import { openPage, openSignedIn, SAMPLE, signIn } from './opened-page.ts';

test('shows what a delete would break, why, when and whose, from the keyboard', async () => {
  const { page, expectClean } = await openSignedIn(sales(WINTER_SALE, CHECKOUT));
  await page.getByRole('link', { name: 'What would break?' }).click();
  await page.getByText('Name what you are about to change').waitFor();
  await expectClean();

  await page.getByLabel('What are you about to do?').focus();
  await page.keyboard.type('Delete a strategy definition');
  await page.keyboard.press('Tab');
  await page.keyboard.type('holidaySale');
  await page.keyboard.press('Enter');
  const card = cardOf(page, 'Delete strategy definition holidaySale');
  await card.getByText('1 scheduled change request touches it').waitFor();

  const text = await card.innerText();
  for (const each of [
    'Sun, 27 Dec 2026, 01:00',
    'Winter sale',
    'Pending',
    'shop · production · tom',
  ]) {
    expect(text).toContain(each);
  }
  expect(text).toContain(
    'Will fail: add strategy in sale-banner. The strategy definition it names no longer exists. Choose another definition for it',
  );
  expect(await page.getByRole('status').allInnerTexts()).toContain(
    '1 change request will fail. 1 target: 1 touched by what is scheduled, 0 unknown, 0 not touched.',
  );
  expect(await page.getByLabel('Name or id').inputValue()).toBe('');
  await expectClean();
  await card.getByRole('link', { name: 'Winter sale' }).click();
  await page.getByRole('heading', { name: 'Winter sale' }).waitFor();
});

test('refuses nothing, and a name that no target can have, next to others', async () => {
  const long = 'x'.repeat(256);
  const { page, expectClean } = await openSignedIn({
    ...sales(CHECKOUT),
    hash: `#/what-would-break?feature.archive=checkout&feature.archive=${long}`,
  });
  const form = page.getByRole('form', { name: 'Question' }).getByRole('alert');
  await cardOf(page, 'Archive feature checkout').getByText('touches it').waitFor();
  await page.getByRole('alert').getByText(long).waitFor();

  for (const [name, problem] of [
    ['', 'Type a name or an id.'],
    [long, `“${'x'.repeat(40)}…” is not a name: a name has at most 255 characters`],
  ] as const) {
    await askOnPage(page, 'Archive a feature', name);
    await expect.poll(() => form.innerText()).toContain(problem);
  }

  expect(await page.locator('.card').count()).toBe(1);
  await expectClean();
});

test('the question is in the URL, and can be shared', async () => {
  const { page, served } = await openSignedIn({
    ...sales(WINTER_SALE, CHECKOUT),
    hash: '#/what-would-break?project=shop',
  });
  await askOnPage(page, 'Archive a feature', 'checkout');
  await askOnPage(page, 'Any change to a segment', '7');
  await cardOf(page, 'Any change to segment 7').getByText('touches it').waitFor();
  await cardOf(page, 'Archive feature checkout').getByText('touches it').waitFor();
  const url = page.url();

  const other = await page.context().newPage();
  await other.goto(url);
  await cardOf(other, 'Any change to segment 7').getByText('touches it').waitFor();

  expect(url).toBe(
    `${served.url}/#/what-would-break?project=shop&segment=7&feature.archive=checkout`,
  );
  expect(await other.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Any change to segment 7',
    'Archive feature checkout',
  ]);
  expect(await other.getByRole('combobox', { name: 'Project', exact: true }).inputValue()).toBe(
    'shop',
  );
  await other.getByRole('button', { name: 'Remove: Any change to segment 7' }).click();
  await expect.poll(() => other.url()).not.toContain('segment');
  expect(await other.evaluate('document.activeElement.getAttribute("role")')).toBe('status');
});

test('completes names, and asks about each line that is pasted', async () => {
  const { page, expectClean } = await openSignedIn({
    ...sales(WINTER_SALE, CHECKOUT),
    hash: '#/what-would-break',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const known = async (about: string): Promise<unknown> => {
    await page.getByLabel('What are you about to do?').selectOption({ label: about });
    return page.evaluate(
      "[...document.querySelector('#known-targets').options].map(({ value, label }) => [value, label])",
    );
  };

  await expect
    .poll(() => known('Archive a feature'))
    .toEqual([
      ['sale-banner', 'sale-banner'],
      ['checkout', 'checkout'],
    ]);
  expect(await known('Delete a strategy')).toEqual([['s1', 's1 in checkout']]);
  expect(await known('Delete a segment')).toEqual([['7', '7']]);
  expect(await known('Update a strategy definition')).toEqual(
    expect.arrayContaining([
      ['abandonedSale', 'abandonedSale'],
      ['holidaySale', 'holidaySale'],
    ]),
  );
  await known('Archive a feature');
  await page.evaluate(
    "navigator.clipboard.writeText('checkout\\r\\n  search \\n\\nsale-banner\\n')",
  );
  await page.getByLabel('Name or id').focus();
  await page.keyboard.press('Control+V');
  await cardOf(page, 'Archive feature sale-banner').getByText('touches it').waitFor();

  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Archive feature checkout',
    'Archive feature search',
    'Archive feature sale-banner',
  ]);
  await askOnPage(page, 'Delete a segment', 'eu');
  expect(await page.getByRole('alert').innerText()).toBe(
    'The id of a segment is a whole number: “eu” is not.',
  );
  await page.getByLabel('What are you about to do?').selectOption('Archive a feature');
  await expect.poll(() => page.getByRole('alert').innerText()).toBe('');
  await expectClean();
});

test('an unknown outcome never looks like an all-clear', async () => {
  const hash = '#/what-would-break?segment.delete=8&feature.archive=search&segment=7';
  const { page, key, expectClean } = await openPage({ ...sales(WINTER_SALE, UNREADABLE), hash });
  await page.route('**/impact', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as ImpactSchema;
    const impacts = json.impacts.map(({ count, ...each }) => ({
      ...each,
      names: 'checked',
      count: 100 * count,
    }));
    await route.fulfill({ json: { ...json, impacts } });
  });
  await signIn(page, key);

  const unknown = cardOf(page, 'Delete segment 8');
  await unknown.getByText('Unknown whether anything scheduled touches it').waitFor();
  const clear = cardOf(page, 'Archive feature search');

  expect(await clear.innerText()).toContain('Nothing scheduled touches it');
  expect(await cardOf(page, 'Any change to segment 7').innerText()).toContain(
    'And 99 more change requests, which the service does not list.',
  );
  const text = await unknown.innerText();
  expect(text).not.toContain('Nothing');
  expect(text).toContain('A scheduled change may touch it.');
  expect(text).toContain('its action is unknown');
  expect(await unknown.getByRole('link').getAttribute('href')).toBe('#/change-requests/office/21');
  const look = async (of: typeof clear): Promise<readonly unknown[]> => [
    await of.locator('.outcome path').first().getAttribute('d'),
    await of
      .locator('.outcome svg')
      .first()
      .evaluate((svg) => svg.ownerDocument.defaultView?.getComputedStyle(svg).backgroundColor),
  ];
  const [shape, colour] = await look(unknown);
  const [otherShape, otherColour] = await look(clear);
  expect(shape).not.toBe(otherShape);
  expect(colour).not.toBe(otherColour);
  await expectClean();
});

test('offers the other kind when a name is known as that', async () => {
  const hash = '#/what-would-break?feature.archive=holidaySale';
  const { page, expectClean } = await openSignedIn({ ...sales(WINTER_SALE), hash });
  const card = cardOf(page, 'Archive feature holidaySale');
  await card.getByText('There is a strategy definition of this name.').waitFor();
  await expectClean();

  await card.getByRole('button', { name: 'Ask about that' }).click();
  await cardOf(page, 'Delete strategy definition holidaySale').getByText('touches it').waitFor();

  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(1);
});

test('says that no strategy definition has a misspelt name', async () => {
  const hash =
    '#/what-would-break?strategyDefinition.delete=holidaysale&strategyDefinition.delete=default';
  const { page, expectClean } = await openSignedIn({ ...sales(WINTER_SALE), hash });
  const misspelt = cardOf(page, 'Delete strategy definition holidaysale');

  await misspelt.getByText('No strategy definition has this name.').waitFor();

  const card = cardOf(page, 'Delete strategy definition default');
  expect(await card.innerText()).not.toContain('No strategy definition');
  await expectClean();
});

test('says what it can not read in the URL', async () => {
  const { page, expectClean } = await openSignedIn({
    ...sales(WINTER_SALE),
    hash: '#/what-would-break?feature.rename=a&feature.archive@x=a&segment.delete=eu&feature.archive=search',
  });

  const alert = page.getByRole('alert').filter({ hasText: "can't be read" });
  await cardOf(page, 'Archive feature search').getByText('Nothing scheduled').waitFor();

  expect(await alert.innerText()).toContain(
    'feature.rename=a, feature.archive@x=a, segment.delete=eu',
  );
  await expectClean();
});

test('begins with the features that are changed next', async () => {
  const { page, expectClean } = await openSignedIn({ ...SAMPLE, hash: '#/what-would-break' });
  const next = page.getByRole('region', { name: 'What if you archived' });
  await next.getByRole('listitem').first().waitFor();
  const [first = ''] = await next.getByRole('listitem').allInnerTexts();
  expect(await next.getByRole('listitem').count()).toBe(10);
  expect(first).toMatch(/^Tue, 24 Nov 2026, 06:00\s+Archive loyalty-card\s+changed by Retire/);
  await expectClean();

  await next
    .getByRole('link', { name: /^Archive / })
    .first()
    .click();

  await page.getByRole('heading', { level: 2, name: 'Archive feature loyalty-card' }).waitFor();
  expect(await next.count()).toBe(0);
});

test('what would break can be taken along as CSV, also what nothing touches', async () => {
  const { page, expectClean } = await openSignedIn({
    ...SAMPLE,
    hash: '#/what-would-break?strategyDefinition.delete=holidaySale&feature.archive=gone',
  });
  const button = page.getByRole('button', { name: 'Download as CSV' });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');

  expect(download.suggestedFilename()).toBe('what-would-break.csv');
  expect(lines).toEqual([
    expect.stringContaining('"Asked","Outcome","Time (UTC)","Change request"'),
    expect.stringMatching(
      /^"Delete strategy definition holidaySale","1 scheduled change request touches it","2026-[-\d]+ [:\d]+","Winter sale","17","shop","production","\w+","[^"]*","Will fail","[^"]*Choose another definition/,
    ),
    expect.stringMatching(/^"Archive feature gone","[^"]+"$/),
  ]);
  await expectClean();
});
