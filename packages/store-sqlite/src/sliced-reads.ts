import type { DatabaseSync } from 'node:sqlite';
import type { ReadOptions } from '@forewarn/core';
import { Semaphore } from '@forewarn/store-sql';
import { deadlineOf } from './deadline.ts';
import { Slices } from './slices.ts';

/** Maximum reads of one caller that wait; further ones are refused. */
const MAX_WAITING = 250;

/** Runs work on the reader in slices, in a transaction that sees one moment. */
export type SlicedReads = <T>(
  work: (slices: Slices) => Promise<T>,
  options?: ReadOptions,
) => Promise<T>;

/** Makes {@link SlicedReads} of a connection of their own: one at a time. Callers take turns. */
export function slicedReads(reader: DatabaseSync, timeoutMs: number): SlicedReads {
  const turn = new Semaphore(1, MAX_WAITING);
  return (work, options = {}) => {
    const deadline = deadlineOf(options, timeoutMs);
    const read = async () => {
      deadline.throwIfOver();
      reader.exec('begin');
      try {
        return await work(new Slices(deadline));
      } finally {
        if (reader.isOpen) reader.exec('rollback');
      }
    };
    return turn.run(options.signal, read, options.caller);
  };
}
