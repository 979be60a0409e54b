import { basename } from 'node:path';
import { type Browser, chromium, firefox } from 'playwright-core';
import { inject } from 'vitest';

type Colours = 'light' | 'dark';

const browsers = new Map<Colours, Promise<Browser>>();

/**
 * The headless browser of this worker, which ends with it. To start it takes longer than most tests.
 *
 * @param colours what its user prefers, since a context of Firefox can't say so
 */
export function headlessBrowser(colours: Colours = 'light'): Promise<Browser> {
  const executablePath = inject('browserPath');
  const isFirefox = basename(executablePath).startsWith('firefox');
  const kind = isFirefox ? colours : 'light';
  const browser =
    browsers.get(kind) ??
    (isFirefox
      ? firefox.launch({
          executablePath,
          // As Mozilla releases it, over WebDriver BiDi.
          channel: 'moz-firefox',
          firefoxUserPrefs: {
            'layout.css.prefers-color-scheme.content-override': colours === 'dark' ? 0 : 1,
          },
        })
      : chromium.launch({ executablePath, args: ['--no-sandbox'] }));
  browsers.set(kind, browser);
  return browser;
}
