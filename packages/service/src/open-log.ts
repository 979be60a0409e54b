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
  readonly close: () => void;
}

export function openLog({ logLevel }: Pick<Settings, 'logLevel'>): OpenLog {
  const output = pino.destination({ sync: false, minLength: BUFFERED_BYTES });
  const writing = setInterval(() => output.flush(), WRITTEN_WITHIN_MS).unref();
  return {
    log: pino({ level: logLevel }, output),
    flush: () => output.flush(),
    close: () => {
      clearInterval(writing);
      output.flushSync();
    },
  };
}
