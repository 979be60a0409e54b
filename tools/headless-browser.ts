import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

/** A headless browser, until it is closed. */
export interface HeadlessBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Opens the browser of the test run. */
export async function openBrowser(): Promise<HeadlessBrowser> {
  const browser = await chromium.launch({
    executablePath: inject('browserPath'),
    args: ['--no-sandbox'],
  });
  return { browser, close: () => browser.close() };
}
