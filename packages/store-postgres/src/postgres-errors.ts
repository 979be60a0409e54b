// SQLSTATE classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html.
const UNAVAILABLE_CLASSES: ReadonlySet<string> = new Set([
  '08', // connection exception
  '28', // invalid authorization: the server no longer lets us in
  '3D', // the database does not exist
  '40', // transaction rollback, after all tries
  '53', // insufficient resources
  '55', // object not in the state that is needed: lock not available
  '57', // operator intervention: shutdown, crash, cancelled
  '58', // system error
  'XX', // internal error
]);
// Connection exception; operator intervention, which can come when a commit waits for its replicas.
const UNKNOWN_CLASSES: ReadonlySet<string> = new Set(['08', '57']);
const STATEMENT_COMPLETION_UNKNOWN = '40003';
// Read-only transaction; a table that the role was not given.
const UNAVAILABLE: ReadonlySet<string> = new Set(['25006', '42501']);
// Serialization failure, deadlock; and a foreign key's or a unique key's, when something was deleted or added since one
// looked.
const RETRYABLE: ReadonlySet<string> = new Set(['40001', '40P01', '23503', '23505']);
// Unique violation, duplicate table; and what Kysely's migrator meets when it looks again in the same transaction.
const MADE_MEANWHILE: ReadonlySet<string> = new Set(['23505', '42P07', '25P02']);
const SQLSTATE = /^[0-9A-Z]{5}$/;
const BUGS: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
]);

function codeOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/**
 * Whether an error means that the server can't be used now; any other is a bug. What has no SQLSTATE comes from the
 * network and the driver.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && SQLSTATE.test(code)) {
    return UNAVAILABLE_CLASSES.has(code.slice(0, 2)) || UNAVAILABLE.has(code);
  }
  return error instanceof Error && !BUGS.has(error.name);
}

/** Whether what was to be created was created by somebody else since one looked. */
export function isMadeMeanwhile(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && MADE_MEANWHILE.has(code);
}

/** Whether an error says for certain that the statement had no effect: not so when a connection was lost on the way. */
export function isWithoutEffect(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined || !SQLSTATE.test(code)) return false;
  return code !== STATEMENT_COMPLETION_UNKNOWN && !UNKNOWN_CLASSES.has(code.slice(0, 2));
}

/** Whether a transaction is to be run again. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && RETRYABLE.has(code);
}
