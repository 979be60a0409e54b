import { NoResultError } from 'kysely';

// Primary result codes of https://sqlite.org/rescode.html; the low byte of an extended one.
const BUSY = 5;
const UNAVAILABLE: ReadonlySet<number> = new Set([
  BUSY,
  6, // LOCKED
  7, // NOMEM
  8, // READONLY
  9, // INTERRUPT
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  15, // PROTOCOL
  26, // NOTADB
]);

function resultCodeOf(error: unknown): number | undefined {
  const code = (error as { readonly errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Whether another process holds the lock that was asked for. */
export function isBusy(error: unknown): boolean {
  return resultCodeOf(error) === BUSY;
}

/** Whether the file can't be used now; any other error is a bug. */
export function isUnavailable(error: unknown): boolean {
  const code = resultCodeOf(error);
  return code !== undefined && UNAVAILABLE.has(code);
}

/**
 * Whether a file can't be opened: also one that is damaged so that SQLite does not notice, but that lacks what its
 * migrations made.
 */
export function isUnusable(error: unknown): boolean {
  return resultCodeOf(error) !== undefined || error instanceof NoResultError;
}
