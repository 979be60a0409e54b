import { expect, test } from 'vitest';
import { openShop, titlesIn } from './timeline-page.ts';

test('a search finds a title, an id, an owner and a feature', async () => {
  const { page } = await openShop({ hash: '#/timeline?scale=all' });
  const labels = await page.locator('.axis text').allTextContents();

  for (const [text, titles] of FOUND) {
    await page.getByLabel('Search', { exact: true }).fill(text);
    await expect.poll(() => titlesIn(page, 'All')).toEqual(titles);
  }

  expect([labels[0], labels.at(-2)]).toEqual(['23 Nov 2026', '14 Dec 2026']);
  await page.goto(`${page.url()}&from=2027-03-01&scale=week`.replace('scale=all', ''));
  await page.getByRole('link', { name: 'See all 1' }).click();
  await expect.poll(() => titlesIn(page, 'All')).toEqual(['Retire the loyalty card']);
});

const FOUND = [
  ['WINTER', ['Winter sale']],
  ['#14', ['Gift wrapping for members']],
  ['ines', ['Retire the loyalty card', 'Search by photo', 'Dark theme']],
  ['loyalty-card', ['Retire the loyalty card']],
] as const;

test('the way back from a change request keeps the filter, the place and the focus', async () => {
  const { page } = await openShop({
    hash: '#/timeline?scale=all&project=shop',
    viewport: { width: 1200, height: 500 },
  });
  const link = page.getByRole('table').getByRole('link', { name: 'Winter sale' });
  await link.scrollIntoViewIfNeeded();
  // The browser moves it along with what is above it, until the click.
  await page.evaluate(`addEventListener('click', () => (globalThis.left = scrollY), true)`);

  for (const back of [
    () => page.getByRole('link', { name: 'Back to the timeline' }).click(),
    () => page.goBack(),
  ]) {
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Winter sale' }).waitFor();
    const place = await page.evaluate<number>('left');
    expect(place).toBeGreaterThan(100);
    await back();
    await expect
      .poll(() => link.evaluate((each) => each.matches(':focus')).catch(() => 0))
      .toBe(true);
    // The forecasts come again, and move it.
    await expect.poll(() => page.evaluate('scrollY')).toBe(place);
    expect(page.url()).toContain('#/timeline?scale=all&project=shop');
  }
});

test('a lane out of sight is as high as its marks, so that it moves nothing when it comes in sight', async () => {
  const { page } = await openShop({ hash: '#/timeline?scale=all' });

  const heights = await page.evaluate<readonly (readonly string[])[]>(`
    [...document.querySelectorAll('.lane[role=group]')].map((lane) => [
      getComputedStyle(lane).getPropertyValue('contain-intrinsic-height'),
      lane.querySelector('.track').getAttribute('height') + 'px',
    ])`);

  expect(heights.length).toBeGreaterThan(2);
  // Browsers may add "auto": once seen, a lane keeps its height.
  for (const [reserved, marks] of heights) expect(reserved?.replace('auto ', '')).toBe(marks);
});

test('printed, a view has no navigation and no controls, and its timeline fits the paper', async () => {
  const { page } = await openShop();
  await page.evaluate(`matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) Promise.resolve().then(() => {
      const { width } = document.querySelector('.axis .track').getBoundingClientRect();
      const drawn = document.querySelector('.axis svg').getAttribute('width');
      globalThis.onPaper = {
        isNarrow: width < document.documentElement.clientWidth,
        isWhole: Math.abs(width - drawn) < 1,
      };
    });
  })`);

  await page.pdf({ format: 'A4' });

  expect(await page.evaluate('onPaper')).toEqual({ isNarrow: true, isWhole: true });
  // Firefox prints a copy of the document.
  const shown = await page.evaluate(`
    for (const { cssRules } of document.styleSheets) {
      for (const { media } of cssRules) if (media?.mediaText === 'print') media.mediaText = 'all';
    }
    [...document.querySelectorAll('nav, input, select, button, textarea, table')]
      .filter((each) => each.checkVisibility()).map(({ localName }) => localName)`);
  expect(shown).toEqual(['table']);
});
