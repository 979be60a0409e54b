import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run-program.ts';

/** The folders with a lock of their own: what they name is large, and only some scripts need it. */
export type ToolsFolder =
  | 'browser'
  | 'check'
  | 'field-clients'
  | 'load'
  | 'package-checks'
  | 'postgres'
  | 'validators';

/** Installs the packages that a folder locks, unless they are there. Returns the folder. */
export async function installTools(name: ToolsFolder): Promise<string> {
  const folder = fileURLToPath(new URL(name, import.meta.url));
  const lockedAt = modifiedAt(join(folder, 'package-lock.json'));
  const installedAt = modifiedAt(join(folder, 'node_modules/.package-lock.json'));
  if (installedAt < lockedAt) {
    console.error(`Installing tools/${name}`);
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    await run(folder, 'npm', 'ci', ...flags);
  }
  return folder;
}

const modifiedAt = (file: string): number =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
