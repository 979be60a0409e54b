import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openSignedIn, SAMPLE } from './opened-page.ts';

test('a change request says in words what it does, what that touches, and what else is scheduled there', async () => {
  const { page, expectClean } = await openSignedIn(SAMPLE);

  await page.getByRole('table').getByRole('link', { name: 'New checkout for everyone' }).click();
  await page.getByRole('heading', { name: 'New checkout for everyone', level: 1 }).waitFor();
  const changes = page.getByRole('region', { name: 'What it changes' });
  const beside = page.getByRole('region', { name: 'Scheduled on the same targets' });
  await beside.getByRole('listitem').first().waitFor();

  expect(await page.locator('dl.facts').innerText()).toMatch(
    /Pending[^]*Wed, 25 Nov 2026, 10:00 in 2 days, Europe\/Berlin \(GMT\+1\)[^]*shop[^]*production[^]*maria/,
  );
  expect(await changes.innerText()).toMatch(
    /Update the strategy “flexibleRollout”\s+rollout\s+100/,
  );
  expect(await changes.innerText()).toContain('Touches feature new-checkout, strategy 6a4c1f0e');
  expect(await beside.getByRole('listitem').locator('.what').allInnerTexts()).toEqual([
    expect.stringContaining('This one'),
    expect.stringMatching(/^Remove the old checkout[^]*strategy 6a4c1f0e[^]*feature old-checkout$/),
  ]);
  await page.getByText('Copy a link to this change request').click();
  const copied = page.getByRole('textbox', { name: 'Copy a link to this change request' });
  expect(await copied.inputValue()).toBe(page.url());
  await expectClean();
  await beside.getByRole('link', { name: 'Remove the old checkout' }).click();
  await page.getByRole('heading', { name: 'Remove the old checkout', level: 1 }).waitFor();
  expect(page.url()).toContain('#/change-requests/shop/15');
});

test('what shares only a definition is folded, and what shares only a built-in one is no relation', async () => {
  const using = (id: number, name: string, title: string) =>
    changeRequest(
      id,
      { [`feature-${id}`]: [{ action: 'addStrategy', payload: { name } }] },
      { title },
    );
  const has = [
    using(7, 'holidaySale', 'This sale'),
    using(8, 'holidaySale', 'Another sale'),
    using(9, 'flexibleRollout', 'A rollout'),
    using(11, 'flexibleRollout', 'A stranger'),
    changeRequest(10, {
      'feature-9': [{ action: 'addStrategy', payload: { name: 'flexibleRollout' } }],
    }),
  ];
  const definitions = ['holidaySale'];
  const { page, expectClean } = await openSignedIn({
    has,
    definitions,
    hash: '#/change-requests/shop/7',
  });
  const beside = page.getByRole('region', { name: 'Scheduled on the same targets' });

  const folded = beside.getByText('1 more, of other features');
  await folded.waitFor();
  expect(await beside.getByRole('listitem').count()).toBe(1);
  await folded.click();
  await beside.getByRole('link', { name: 'Another sale' }).waitFor();
  await expectClean();
  await page.goto(page.url().replace('/7', '/9'));
  await beside.getByRole('link', { name: 'Change request 10' }).waitFor();
  expect(await beside.locator('.what').count()).toBe(2);
  expect(await beside.getByText('of other features').count()).toBe(0);
});

test('a change request leads to itself in the Unleash that the service follows, and its targets to what would break', async () => {
  const { page, expectClean } = await openSignedIn({
    ...SAMPLE,
    hash: '#/change-requests/shop/14',
    settings: { unleashUrl: 'https://unleash.example.com/flags' },
  });

  const link = page.getByRole('link', { name: 'open it in Unleash' });
  await page.getByText('This one').waitFor();
  expect(await link.getAttribute('href')).toBe(
    'https://unleash.example.com/flags/projects/shop/change-requests/14',
  );
  await expectClean();
  await page.getByRole('link', { name: 'loyalty-card', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Any change to feature loyalty-card' }).waitFor();
});

test.for([
  ['is overdue', 'Drop the legacy statements', 'was not applied. Look at it in Unleash.'],
  ['is suspended', 'Free shipping from 30 euros', 'by tom. Resolve that and schedule it again,'],
  ['failed', 'Raise the refund limit', 'meantime. Resolve that and schedule it again,'],
] as const)('one that %s says what that means, and what to do', async ([, title, says]) => {
  const { page, expectClean } = await openSignedIn({ ...SAMPLE, hash: '#/timeline?scale=all' });
  await page.getByRole('table').getByRole('link', { name: title }).click();

  await page.locator('dl.facts').getByText(says).waitFor();
  await expectClean();
});

test('a change that may touch more says so, and nothing else is no all-clear', async () => {
  const unknown = { checkout: [{ action: 'explode' }], cart: [] };
  const has = [changeRequest(7, unknown), changeRequest(8, { wish: [{ action: 'explode' }] })];
  const { page, expectClean } = await openSignedIn({ has, hash: '#/change-requests/shop/7' });

  const changes = page.getByRole('region', { name: 'What it changes' });
  await changes.getByText('Explode', { exact: true }).waitFor();

  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Change request 7');
  expect(await changes.innerText()).toContain('Its changes are not known');
  expect(await changes.innerText()).toContain(
    'It may touch more strategies, variants, segments, strategy definitions or context fields: its action is unknown.',
  );
  await expectClean();
});

test('a conflict that Unleash reported is shown', async () => {
  const archived = {
    action: 'archiveFeature',
    scheduleConflicts: { changeRequests: [{ id: 12, title: 'Other' }] },
  };
  const { features, ...rest } = changeRequest(7, { checkout: [archived] });
  const conflicting = features.map((each) => ({ ...each, conflict: 'The feature is archived' }));
  const has = [{ ...rest, features: conflicting }];
  const { page, expectClean } = await openSignedIn({ has, hash: '#/change-requests/shop/7' });

  const changes = page.getByRole('region', { name: 'What it changes' });
  await changes.getByText('Conflict: The feature is archived').waitFor();

  expect(await changes.innerText()).toContain('Conflict with change request 12');
  await expectClean();
});

test('a change request that is gone is told in words', async () => {
  const { page, expectClean } = await openSignedIn({ hash: '#/change-requests/shop/7' });

  const alert = page.getByRole('alert');
  await alert.waitFor();

  expect(await alert.innerText()).toContain('applied, cancelled or deleted in the meantime');
  expect(await page.locator('.data-age').innerText()).toContain('Not read');
  await expectClean();
});
