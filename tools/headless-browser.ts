import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

let browser: Promise<Browser> | undefined;

/** The headless browser of this worker, which ends with it. To start it takes longer than most tests. */
export const headlessBrowser = (): Promise<Browser> =>
  (browser ??= chromium.launch({ executablePath: inject('browserPath'), args: ['--no-sandbox'] }));
