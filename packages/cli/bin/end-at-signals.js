import process from 'node:process';

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };

/** Ends process 1 of a container at a signal for which nothing else listens: the kernel drops what it would do by default. */
export function endAtSignals() {
  if (process.pid !== 1) return;
  for (const [signal, code] of Object.entries(EXIT_CODES)) {
    process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(code));
  }
}
