import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { temporaryFolder } from '../faults/left-behind.ts';

// Never a dependency: it is large, and its license is AGPL-3.0.
const UNLEASH = `unleash-server@${process.env['UNLEASH_VERSION'] ?? '8.2.0'}`;

/** Unleash in a temporary folder, until it is removed. */
export interface InstalledUnleash {
  readonly folder: string;
  remove(): void;
}

/** Installs Unleash from the npm registry. Rejects if the registry can't be reached. */
export async function installUnleash(): Promise<InstalledUnleash> {
  const { folder, remove } = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  try {
    await promisify(execFile)('npm', ['install', ...flags, UNLEASH], {
      cwd: folder,
      shell: process.platform === 'win32',
    });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}
