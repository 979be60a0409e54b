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
