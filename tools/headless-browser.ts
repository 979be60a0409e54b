import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import chromiumPackage from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** A headless browser, until it is closed. */
export interface HeadlessBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Opens the browser of `BROWSER_PATH`, or the Chromium that npm installs on Linux x64. Rejects if there is none. */
export async function openBrowser(): Promise<HeadlessBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-browser-'));
  const remove = () => rm(folder, { recursive: true });
  try {
    const executablePath = process.env['BROWSER_PATH'] ?? (await unpackInto(folder));
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    return { browser, close: () => browser.close().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The package unpacks its browser into the temporary folder and leaves it there. */
async function unpackInto(folder: string): Promise<string> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await chromiumPackage.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
