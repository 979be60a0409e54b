import { expect, test } from 'vitest';
import { FIVE_THOUSAND, titleOf } from './five-thousand.ts';
import { openPage, openSignedIn, type PageOptions, signIn, SAMPLE } from './opened-page.ts';

/** What is served, and the views with their headings. */
interface World {
  readonly what: string;
  readonly options: PageOptions;
  readonly views: Readonly<Record<string, string>>;
}

const EVERYWHERE = {
  '#/timeline': 'What is scheduled',
  '#/timeline?scale=all&needsAttention=true': 'What is scheduled',
  '#/what-would-break': 'What would break?',
  '#/what-would-break?strategyDefinition.delete=holidaySale': 'What would break?',
  '#/cleanup': 'What can be removed?',
  '#/strategies': 'Strategy definitions',
  '#/nothing': 'There is no such view',
};

const WORLDS: readonly World[] = [
  {
    what: 'the sample',
    options: SAMPLE,
    views: {
      ...EVERYWHERE,
      '#/timeline?scale=all': 'What is scheduled',
      '#/change-requests/shop/14': 'Gift wrapping for members',
      '#/change-requests/shop/13': 'Retire the loyalty card',
    },
  },
  {
    what: '5,000 change requests',
    options: { has: FIVE_THOUSAND, definitions: ['holidaySale'] },
    views: {
      ...EVERYWHERE,
      // It archives a feature that others change later.
      '#/change-requests/project-0/2500': titleOf(2500),
    },
  },
];

/** The titles in the sentences of the news that are cut. */
const CUT = `[...document.querySelectorAll('.forecast .name')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)`;

/** How many texts to copy are cut. Firefox has only begun to size fields by their content. */
const CUT_FIELDS = `CSS.supports('field-sizing: content')
  ? [...document.querySelectorAll('textarea')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight).length
  : 0`;

const LOOKS = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

test.each(WORLDS.flatMap((world) => LOOKS.map((look) => ({ ...world, ...look }))))(
  'every view of $what can be read in $colorScheme colours, $width pixels wide',
  // Axe measures the contrast of thousands of marks.
  { timeout: 300_000 },
  async ({ options, views, width, colorScheme }) => {
    const opened = await openPage({
      ...options,
      colorScheme,
      viewport: { width, height: 800 },
    });
    const { page, served, key } = opened;
    // The page first looks whether the browser is signed in.
    await page.getByLabel('API key').waitFor();
    await opened.expectClean();
    const ground = await page.evaluate<string>(
      'getComputedStyle(document.documentElement).backgroundColor',
    );
    await signIn(page, key);

    for (const [view, name] of Object.entries(views)) {
      await page.goto(`${served.url}/${view}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expect.poll(() => page.getByText('Reading…').count()).toBe(0);
      await opened.expectClean();
      expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(width);
      expect(await page.evaluate(CUT), view).toEqual([]);
    }
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(251, 251, 249)' : 'rgb(21, 23, 27)');
  },
);

test.each(LOOKS)(
  'a blank page can be read in $colorScheme colours, $width pixels wide',
  async ({ width, colorScheme }) => {
    const viewport = { width, height: 800 };
    const { page, expectClean } = await openSignedIn({ colorScheme, viewport });
    await page.getByRole('heading', { name: 'There is no project yet' }).waitFor();
    await expectClean();
    expect(await page.evaluate(CUT_FIELDS)).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  },
);

test('the same fact has the same colour in each view', async () => {
  const { page, served } = await openSignedIn(SAMPLE);
  const colourOf = async (view: string, selector: string, property: string) => {
    await page.goto(`${served.url}/${view}`);
    await page.locator(selector).first().waitFor();
    const element = `document.querySelector(${JSON.stringify(selector)})`;
    return page.evaluate<string>(`getComputedStyle(${element}).getPropertyValue('${property}')`);
  };
  const ask = '#/what-would-break?strategyDefinition';
  const [pending, failed] = [
    await colourOf('#/timeline?scale=all', '.mark.pending', 'fill'),
    await colourOf('#/timeline?scale=all', '.mark.failed', 'fill'),
  ];

  // Something scheduled touches it, which is no alarm.
  for (const view of ['#/strategies', `${ask}=holidaySale`]) {
    expect(await colourOf(view, '.outcome.some svg', 'background-color')).toBe(pending);
  }
  // It will fail.
  const asked = `${ask}.delete=holidaySale`;
  expect(await colourOf(asked, '.outcome.some svg', 'background-color')).toBe(failed);
  expect(await colourOf(asked, '.summary b', 'color')).toBe(failed);
  expect(await colourOf(asked, '.shared b', 'color')).toBe(failed);
  const victim = '#/change-requests/shop/14';
  expect(await colourOf(victim, '[aria-labelledby=forecast] .attention', 'color')).toBe(failed);
});
