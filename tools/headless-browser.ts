import { basename } from 'node:path';
import { type Browser, chromium, firefox } from 'playwright-core';
import { inject } from 'vitest';

let browser: Promise<Browser> | undefined;

/** The headless browser of this worker, which ends with it. To start it takes longer than most tests. */
export const headlessBrowser = (): Promise<Browser> => (browser ??= launch(inject('browserPath')));

// The channel is that of a Firefox as Mozilla releases it, driven over WebDriver BiDi.
const launch = (executablePath: string): Promise<Browser> =>
  basename(executablePath).startsWith('firefox')
    ? firefox.launch({ executablePath, channel: 'moz-firefox' })
    : chromium.launch({ executablePath, args: ['--no-sandbox'] });
