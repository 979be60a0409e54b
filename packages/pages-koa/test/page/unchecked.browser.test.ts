import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openSignedIn } from './opened-page.ts';

const HAS = [changeRequest(1, { cart: [{ action: 'archiveFeature' }] }, {})];

test('a name that nothing checks is no all-clear: it is amber, and says what is not known', async () => {
  const { page, expectClean } = await openSignedIn({
    has: HAS,
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
