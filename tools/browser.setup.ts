import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { importTool } from './import-tool.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browserPath: string;
  }
}

/** What is used of `@sparticuz/chromium`. */
interface ChromiumPackage {
  readonly default: { executablePath(): Promise<string> };
}

/**
 * Finds the browser of the test run: the Chromium or Firefox at `BROWSER_PATH`, or the Chromium for Linux x64 that
 * `tools/browser` locks. Unpacking it takes seconds, so test files share it. Rejects if there is none.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'forewarn-browser-'));
  const remove = () => rm(folder, { recursive: true });
  try {
    project.provide('browserPath', process.env['BROWSER_PATH'] || (await unpackInto(folder)));
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The package unpacks its browser into the temporary folder and leaves it there. */
async function unpackInto(folder: string): Promise<string> {
  const { default: chromium } = await importTool<ChromiumPackage>('browser', '@sparticuz/chromium');
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
