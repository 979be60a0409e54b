import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const removals = new Set<() => void>();

process.once('exit', () => {
  for (const remove of [...removals].toReversed()) remove();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    // A test runner forbids `process.exit`. Without this listener, the signal ends the process.
    process.emit('exit', 1);
    process.kill(process.pid, signal);
  });
}

/**
 * Keeps a process or a folder from being left behind, however the run ends.
 *
 * @param remove what removes it, at once
 * @returns removes it now
 */
export function notLeftBehind(remove: () => void): () => void {
  removals.add(remove);
  return () => {
    if (removals.delete(remove)) remove();
  };
}

/** Makes a temporary folder, which is not left behind. */
export function temporaryFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'forewarn-faults-'));
  const options = { recursive: true, force: true, maxRetries: 10 };
  return { folder, remove: notLeftBehind(() => rmSync(folder, options)) };
}

/** The `DATABASE_URL` of a SQLite file in a temporary folder. */
export function temporaryDatabase() {
  const { folder, remove } = temporaryFolder();
  const path = join(folder, 'forewarn.db');
  return { path, databaseUrl: `sqlite:${path}`, remove };
}
