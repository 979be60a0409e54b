import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { cardOf } from './impact-page.ts';
import { sales, UNREADABLE, WINTER_SALE } from './impact-world.ts';
import { openSignedIn } from './opened-page.ts';

test('a key for some projects is told what it may not know', async () => {
  const scope = { permissions: ['PROJECT_CHANGE_REQUEST_READ'], projects: ['shop'] } as const;
  const { page, expectClean } = await openSignedIn({
    ...sales(WINTER_SALE, UNREADABLE),
    scope,
    hash: '#/what-would-break?feature.archive=search',
  });
  const card = cardOf(page, 'Archive feature search');
  await card.getByText('There are projects that the key, or the sync, may not read.').waitFor();
  expect(await card.innerText()).toContain('Unknown whether');

  await page.goto(page.url().replace('feature', 'project=office&feature'));
  await page.getByRole('alert').getByText('PROJECT_CHANGE_REQUEST_READ').waitFor();

  expect(await card.innerText()).toContain('Not known: see above');
  expect(await page.locator('main').innerText()).not.toContain('Nothing scheduled');
  await expectClean();
});

test('a name that nothing checks is no all-clear: it is amber, and says what is not known', async () => {
  const { page, expectClean } = await openSignedIn({
    has: [changeRequest(1, { cart: [{ action: 'archiveFeature' }] }, {})],
    hash: '#/what-would-break?project=shop&target=archive:feature:photo-serach',
  });
  await page.getByLabel('Name or id').fill('photo-serach');
  await page.getByRole('button', { name: 'Ask' }).click();

  const line = page.getByText('Nothing scheduled names it; whether it exists is not known');
  await line.waitFor();
  expect(await line.getAttribute('class')).toBe('outcome unknown');
  expect(await page.locator('.outcome.none').count()).toBe(0);
  await page.getByText('0 not touched, 1 not touched if the name is right').waitFor();
  await expectClean();
});
