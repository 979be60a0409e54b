import { NoResultError } from 'kysely';

// Primary result codes of https://sqlite.org/rescode.html; the low byte of an extended one.
const BUSY = 5;
const READONLY = 8;
const CORRUPT = 11;
const CANTOPEN = 14;
const UNAVAILABLE: ReadonlySet<number> = new Set([
  3, // PERM
  BUSY,
  6, // LOCKED
  7, // NOMEM
  READONLY,
  9, // INTERRUPT
  10, // IOERR
  CORRUPT,
  13, // FULL
  CANTOPEN,
  15, // PROTOCOL
  26, // NOTADB
]);

/** The file can't be used, for a reason that SQLite itself does not report. */
export class FileUnusable extends Error {
  override readonly name = 'FileUnusable';
}

function resultCodeOf(error: unknown): number | undefined {
  const code = (error as { readonly errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Whether another connection holds the lock that was asked for. */
export function isBusy(error: unknown): boolean {
  return resultCodeOf(error) === BUSY;
}

/** Whether SQLite could not open a file at all, or not for writing. */
export function cannotOpen(error: unknown): boolean {
  const code = resultCodeOf(error);
  return code === CANTOPEN || code === READONLY;
}

/** Whether the content of the file is damaged. */
export function isDamaged(error: unknown): boolean {
  return resultCodeOf(error) === CORRUPT;
}

/** Whether the file can't be used now; any other error is a bug. */
export function isUnavailable(error: unknown): boolean {
  const code = resultCodeOf(error);
  return error instanceof FileUnusable || (code !== undefined && UNAVAILABLE.has(code));
}

/**
 * Whether an error of opening means that the file can't be used. SQLite opens some damaged files without an error;
 * these lack tables.
 */
export function isUnusable(error: unknown): boolean {
  return (
    error instanceof FileUnusable ||
    error instanceof NoResultError ||
    resultCodeOf(error) !== undefined
  );
}
