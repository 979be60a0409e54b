import { once } from 'node:events';
import { type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

const BUFFERED_BYTES = 8_192;
const WRITTEN_WITHIN_MS = 200;

/** A log on the standard output that is written a piece at a time: a write for each line costs more than its request. */
export interface OpenLog {
  readonly log: Logger;
  /** Writes what is left, now. */
  readonly flush: () => void;
  /** Writes what is left, and ends. */
  readonly close: () => Promise<void>;
}

export function openLog({ logLevel }: Pick<Settings, 'logLevel'>): OpenLog {
  const output = pino.destination({
    sync: false,
    minLength: BUFFERED_BYTES,
    periodicFlush: WRITTEN_WITHIN_MS,
  });
  // A full disk under the log is no reason to stop answering; unheard, it would end the process.
  output.on('error', () => {});
  const log = pino({ level: logLevel }, output);
  return {
    log,
    flush: () => output.flush(),
    // Not flushSync: it would overtake a write that is under way.
    close: async () => {
      // Work that was cut off may still have something to say.
      log.level = 'silent';
      const closed = once(output, 'close');
      output.end();
      await closed;
    },
  };
}
