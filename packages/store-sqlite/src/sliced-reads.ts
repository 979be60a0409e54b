import type { DatabaseSync } from 'node:sqlite';
import type { CallOptions } from '@forewarn/core';
import { atMost } from '@forewarn/store-sql';
import { deadlineOf } from './deadline.ts';
import { Slices } from './slices.ts';

/** Maximum reads that run or wait; further ones are refused. */
const MAX_READS = 50;

/** Runs work on the reader in slices, in a transaction that sees one moment. */
export type SlicedReads = <T>(
  work: (slices: Slices) => Promise<T>,
  options?: CallOptions,
) => Promise<T>;

/** Makes {@link SlicedReads} of a connection of their own: one at a time. */
export function slicedReads(reader: DatabaseSync, timeoutMs: number): SlicedReads {
  const admit = atMost(MAX_READS);
  let last: Promise<unknown> = Promise.resolve();
  return (work, options = {}) =>
    admit(() => {
      const deadline = deadlineOf(options, timeoutMs);
      const read = last.then(async () => {
        deadline.throwIfOver();
        reader.exec('begin');
        try {
          return await work(new Slices(deadline));
        } finally {
          if (reader.isOpen) reader.exec('rollback');
        }
      });
      last = read.catch(() => undefined);
      return read;
    });
}
