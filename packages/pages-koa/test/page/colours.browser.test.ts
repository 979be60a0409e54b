import { expect, test } from 'vitest';
import { openPage, signIn, SAMPLE } from './opened-page.ts';

const VIEWS = {
  '#/timeline?scale=all': 'What is scheduled',
  '#/change-requests/shop/14': 'Gift wrapping for members',
  '#/what-would-break': 'What would break?',
  '#/strategies': 'Strategy definitions',
  '#/nothing': 'There is no such view',
};

test.each(['light', 'dark'] as const)(
  'every view can be read in %s colours',
  async (colorScheme) => {
    const opened = await openPage({ ...SAMPLE, colorScheme });
    const { page, served, key } = opened;
    await opened.expectClean();
    const ground = await page.evaluate<string>(
      'getComputedStyle(document.documentElement).backgroundColor',
    );
    await signIn(page, key);

    for (const [view, name] of Object.entries(VIEWS)) {
      await page.goto(`${served.url}/${view}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expect.poll(() => page.getByText('Reading…').count()).toBe(0);
      await opened.expectClean();
    }
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(251, 251, 249)' : 'rgb(21, 23, 27)');
  },
);
