import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';

let browser: Browser;

beforeAll(async () => {
  const executablePath = inject('browserPath');
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});

afterAll(() => browser.close());

/** The headless browser of the test file that imports this: it is open while the tests of the file run. */
export const headlessBrowser = (): Browser => browser;
