import { createMemoryStore } from '@forewarn/store-memory';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeadlessBrowser, openBrowser } from '../../../../tools/headless-browser.ts';
import { changeRequest, record, register } from '../../../service/test/http/sample-data.ts';
import { expectClean, openSignedIn } from './opened-page.ts';

let headless: HeadlessBrowser;

beforeAll(async () => {
  headless = await openBrowser();
});

afterAll(() => headless.close());

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
    const store = createMemoryStore();
    const found = HOSTILE.map((name, index) =>
      changeRequest(
        index + 1,
        { [name]: [{ action: name }] },
        { title: name.slice(0, 255), environment: name, createdBy: { username: name } },
      ),
    );
    await record(store, ...found);
    const query = new URLSearchParams(HOSTILE.map((name) => ['feature.archive', name]));
    const opened = await openSignedIn(headless.browser, {
      store,
      hash: `#/what-would-break?${query.toString()}`,
      ...screen,
    });
    const { page } = opened;

    for (const name of HOSTILE) {
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByTitle(name, { exact: true }) });
      await card.first().getByText('1 scheduled change request touches it').waitFor();
    }

    expect(await page.evaluate('globalThis.ran')).toBe(undefined);
    const width = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
    expect(await page.evaluate(width)).toBe(true);
    await expectClean(opened);
  },
);

test.each(SCREENS)(
  'shows and deletes hostile names, on a screen of $viewport.width pixels',
  async (screen) => {
    const store = createMemoryStore();
    await register(store, ...HOSTILE);
    const found = HOSTILE.map((name, index) =>
      changeRequest(
        index + 1,
        { [name]: [{ action: 'addStrategy', payload: { name } }] },
        { title: name.slice(0, 255) },
      ),
    );
    await record(store, ...found);
    const opened = await openSignedIn(headless.browser, { store, hash: '#/strategies', ...screen });
    const { page } = opened;
    const isNarrow = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';

    for (const name of HOSTILE) {
      await page.getByRole('button', { name: `Delete… ${name}`, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 scheduled change request touches it').waitFor();
      expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(
        true,
      );
      await expectClean(opened);
      await dialog.getByLabel('Type its name').fill(name);
      await page.keyboard.press('Enter');
      await page.getByText(/^Deleted /).waitFor();
      await dialog.waitFor({ state: 'hidden' });
      expect((await store.strategies.find(name)).isErr()).toBe(true);
      expect(await page.evaluate(isNarrow)).toBe(true);
    }
    expect(await page.evaluate('globalThis.ran')).toBe(undefined);
  },
);
