import { type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

const BUFFERED_BYTES = 8_192;
const WRITTEN_WITHIN_MS = 200;
/** So much is kept while it can't be written; what comes beyond is left out. */
const KEPT_BYTES = 16_777_216;

/** A log on the standard output that is written a piece at a time: a write for each line costs more than its request. */
export interface OpenLog {
  readonly log: Logger;
  /** Writes what is left, now. */
  readonly flush: () => void;
  /** Writes what is left, as far as it can be written, and ends. */
  readonly close: () => Promise<void>;
}

export function openLog({ logLevel }: Pick<Settings, 'logLevel'>): OpenLog {
  let isGone = false;
  const output = pino.destination({
    sync: false,
    minLength: BUFFERED_BYTES,
    maxLength: KEPT_BYTES,
    periodicFlush: WRITTEN_WITHIN_MS,
  });
  // At a sudden end pino would try for ever to write what can't be written. What is left is of the last moment.
  output.flushSync = () => {};
  // A full disk under the log is no reason to stop answering; unheard, it would end the process.
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    // Pino leaves an output that nobody reads as it is, and never tells of its end.
    isGone ||= code === 'EPIPE';
  });
  const log = pino({ level: logLevel }, output);
  return {
    log,
    flush: () => output.flush(),
    // Not flushSync: it would overtake a write that is under way.
    close: async () => {
      // Work that was cut off may still have something to say.
      log.level = 'silent';
      if (isGone) return;
      const ended = new Promise<unknown>((resolve) => {
        output.once('close', resolve).once('error', resolve);
      });
      output.end();
      await ended;
      output.destroy();
    },
  };
}
