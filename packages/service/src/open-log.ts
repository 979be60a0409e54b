import { pino } from 'pino';
import type { Settings } from './settings.ts';

const CHUNK_BYTES = 8_192;
const FLUSH_INTERVAL_MS = 200;
/** Maximum bytes kept while the output can't be written. Further lines are dropped. */
const MAX_BUFFER_BYTES = 16_777_216;

/**
 * Opens a log on the standard output, at the level of the settings. It is written in chunks: a write per line would cost more
 * than the request.
 */
export function openLog({ logLevel }: Pick<Settings, 'logLevel'>) {
  let isClosed = false;
  const output = pino.destination({
    sync: false,
    minLength: CHUNK_BYTES,
    maxLength: MAX_BUFFER_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  });
  // On a forced exit, pino would retry a blocked write forever. Only the last lines are lost.
  output.flushSync = () => {};
  // A full disk under the log must not stop the service; an unhandled error would.
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Pino never closes an output whose reader is gone, so `close` must not wait for it.
    isClosed ||= code === 'EPIPE';
  });
  const log = pino({ level: logLevel }, output);
  return {
    log,
    /** Writes the buffered lines now. */
    flush: () => output.flush(),
    /** Writes the buffered lines as far as possible, and closes the output. Not by flushSync: it would overtake a write in flight. */
    close: async (): Promise<void> => {
      // Requests that were cut off may still log.
      log.level = 'silent';
      if (isClosed) return;
      const ended = new Promise<unknown>((resolve) => {
        output.once('close', resolve).once('error', resolve);
      });
      output.end();
      await ended;
      output.destroy();
    },
  };
}
