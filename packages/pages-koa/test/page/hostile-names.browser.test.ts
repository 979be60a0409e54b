import { expect, test } from 'vitest';
import { changeRequest } from '../../../service/test/http/sample-data.ts';
import { openSignedIn } from './opened-page.ts';

const HOSTILE = [
  '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>',
  '\u202egnihtyreve\u202c \u200f\u061c',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  `${'long'.repeat(63)}er`,
];

const SCREENS = [
  { viewport: { width: 360, height: 740 } },
  { viewport: { width: 1200, height: 800 }, colorScheme: 'dark' as const },
];

test.each(SCREENS)(
  'shows what hostile names would break, on a screen of $viewport.width pixels',
  async (screen) => {
    const has = HOSTILE.map((name, index) =>
      changeRequest(
        index + 1,
        { [name]: [{ action: name }] },
        { title: name.slice(0, 255), environment: name, createdBy: { username: name } },
      ),
    );
    const query = new URLSearchParams(HOSTILE.map((name) => ['feature.archive', name]));
    const { page, expectClean } = await openSignedIn({
      has,
      hash: `#/what-would-break?${query.toString()}`,
      ...screen,
    });

    for (const name of HOSTILE) {
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByTitle(name, { exact: true }) });
      await card.first().getByText('1 scheduled change request touches it').waitFor();
    }

    expect(await page.evaluate('globalThis.ran')).toBe(undefined);
    const width = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
    expect(await page.evaluate(width)).toBe(true);
    await expectClean();
  },
);

test.each(SCREENS)(
  'shows and deletes hostile names, on a screen of $viewport.width pixels',
  async (screen) => {
    const has = HOSTILE.map((name, index) =>
      changeRequest(
        index + 1,
        { [name]: [{ action: 'addStrategy', payload: { name } }] },
        { title: name.slice(0, 255) },
      ),
    );
    const { page, served, expectClean } = await openSignedIn({
      definitions: HOSTILE,
      has,
      hash: '#/strategies',
      ...screen,
    });
    const isNarrow = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';

    for (const name of HOSTILE) {
      await page.getByRole('button', { name: `Delete… ${name}`, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 scheduled change request touches it').waitFor();
      expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(
        true,
      );
      await expectClean();
      await dialog.getByLabel('Type its name').fill(name);
      await page.keyboard.press('Enter');
      await page.getByText(/^Deleted /).waitFor();
      await dialog.waitFor({ state: 'hidden' });
      expect((await served.store.strategies.find(name)).isErr()).toBe(true);
      expect(await page.evaluate(isNarrow)).toBe(true);
    }
    expect(await page.evaluate('globalThis.ran')).toBe(undefined);
  },
);
