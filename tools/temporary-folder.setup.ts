import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { memoryFolder } from './memory-folder.ts';

/** Keeps the temporary folders of tests in memory. On a disk, SQLite waits for each commit, and the event loop with it. */
export default function setup(): () => void {
  const memory = memoryFolder();
  if (memory === undefined) return () => {};
  const folder = mkdtempSync(join(memory, 'forewarn-tests-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  // The workers inherit it.
  process.env['TMPDIR'] = folder;
  return remove;
}
