// SQLSTATE classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html.
const UNAVAILABLE_CLASSES: ReadonlySet<string> = new Set([
  '08', // connection exception
  '28', // invalid authorization: the server no longer lets us in
  '3D', // the database does not exist
  '40', // transaction rollback, after all retries
  '53', // insufficient resources
  '55', // object not in the required state: lock not available
  '57', // operator intervention: shutdown, crash, cancelled
  '58', // system error
  'XX', // internal error
]);
const READ_ONLY_TRANSACTION = '25006';
const CHECK_VIOLATION = '23514';
// A table of ours: an open store has seen each.
const UNDEFINED_TABLE = '42P01';
// A named statement is not there, or is there already: a pooler gave the statement another connection of the server.
const STATEMENT_NAMES: ReadonlySet<string> = new Set(['26000', '42P05']);
const UNAVAILABLE: ReadonlySet<string> = new Set([
  READ_ONLY_TRANSACTION,
  '25P03', // idle in a transaction for longer than the server allows: it ended the connection
  '25P04', // a transaction that took longer than the server allows: the same
  '42501', // insufficient privilege
  UNDEFINED_TABLE,
  CHECK_VIOLATION,
  ...STATEMENT_NAMES,
]);
/** The only check constraint: change requests are of the rule to which the last migration brought the database. */
export const RULE_CONSTRAINT = 'change_requests_of_migrated_rule';
const NOT_SUPPORTED = '0A000';
// Serialization failure and deadlock.
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);
// Foreign key and unique violations: another transaction deleted or added the row since this one looked.
const RACES: ReadonlySet<string> = new Set(['23503', '23505']);
// Unique violation, duplicate table, and what Kysely's migrator gets when it looks again in the same transaction.
const MADE_MEANWHILE: ReadonlySet<string> = new Set(['23505', '42P07', '25P02']);
const LOCK_NOT_AVAILABLE = '55P03';
// What Citus reports when a worker's copy fails in one of these ways.
const INTERNAL_ERROR = 'XX000';
const RACE_ON_WORKER = /violates (?:unique|foreign key) constraint/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
// EPIPE, EPERM, EBADF, EBUSY, E2BIG: as long as an SQLSTATE, of which no class of Postgres begins with E.
const ERRNO = /^E/;

/** Errors of the network and the driver, which have no SQLSTATE. */
const connectionErrors = new WeakSet<Error>();

/** The server no longer accepts writes. The error that a write gets has the same SQLSTATE, 25006. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
  readonly code = READ_ONLY_TRANSACTION;

  constructor() {
    super(
      'the Postgres server is read-only: it is a standby, it is no longer the primary, or default_transaction_read_only is on for the role or the database',
    );
  }
}

/** Another version migrated the database while this one used it. The error that a write gets has the same SQLSTATE, 23514. */
export class OtherRule extends Error {
  override readonly name = 'OtherRule';
  readonly code = CHECK_VIOLATION;

  constructor() {
    super('another version of Forewarn migrated the database: stop this node');
  }
}

/** The SQLSTATE of an error that the server sent, else nothing. Only the server's own errors have a severity. */
function sqlStateOf(error: unknown): string {
  const { code, severity } = (error ?? {}) as {
    readonly code?: unknown;
    readonly severity?: unknown;
  };
  if (typeof code !== 'string' || !SQLSTATE.test(code)) return '';
  return typeof severity === 'string' || !ERRNO.test(code) ? code : '';
}

/** Whether the server reports that its own connection to another machine failed or was ended. */
export function isMachineLost(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code.startsWith('08') || code.startsWith('57P');
}

/**
 * Marks an error as one of the connection, unless the server sent it, and returns it. If a setting causes it, the one that it
 * returns says which.
 */
export function connectionError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) {
    return error;
  }
  const explained = withAdvice(error);
  if (sqlStateOf(error) === '') connectionErrors.add(explained);
  return explained;
}

const UNTRUSTED_CERTIFICATE =
  /^(?:SELF_SIGNED_CERT|DEPTH_ZERO|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_UNTRUSTED)/;

const ADVICE = {
  pooler:
    'a pooler keeps no named statements: add prepared_statements=false to the URL of the database, or, in PgBouncer from 1.21, set max_prepared_statements to 200',
  untrusted: 'name the file with the CA of the server in the URL of the database: sslrootcert=FILE',
  otherName:
    'use the name of the server that its certificate has, or sslmode=verify-ca with sslrootcert=FILE',
  gone: "let the role's search_path lead to it, and grant the role usage on its schema; if a restore runs, try again when it has ended",
  locked: 'another client, such as a backup, holds the tables: try again when it has ended',
  plainServer: 'sslmode=disable connects without encryption',
  plainClient: 'sslmode=require encrypts the connection',
};

/** Returns the error with what to do about it, where a setting is the cause, else the error itself. */
function withAdvice(error: Error & { readonly code?: unknown }): Error {
  const advice = adviceOn(error, String(error.code));
  if (advice === undefined || error.message.endsWith(advice)) return error;
  const { code, severity } = error as { readonly code?: unknown; readonly severity?: unknown };
  const explained = new Error(`${error.message}; ${advice}`, { cause: error });
  return Object.assign(
    explained,
    code !== undefined && { code },
    severity !== undefined && { severity },
  );
}

function adviceOn({ message }: Error, code: string): string | undefined {
  if (STATEMENT_NAMES.has(code)) return ADVICE.pooler;
  if (code === UNDEFINED_TABLE) return ADVICE.gone;
  if (code === LOCK_NOT_AVAILABLE) return ADVICE.locked;
  if (UNTRUSTED_CERTIFICATE.test(code)) return ADVICE.untrusted;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return ADVICE.otherName;
  if (message === NO_TLS) return ADVICE.plainServer;
  return isEncryptionDemanded(code, message) ? ADVICE.plainClient : undefined;
}

/** What the driver says when the server does not encrypt. */
const NO_TLS = 'The server does not support SSL connections';

const isEncryptionDemanded = (code: string, message: string): boolean =>
  code === '28000' && /no encryption|SSL off/i.test(message);

/** Whether the server refused a connection because it is encrypted, or because it is not. */
export function isOtherEncryptionNeeded(error: unknown): boolean {
  return sqlStateOf(error) === '28000' || (error instanceof Error && error.message === NO_TLS);
}

/** Whether an error means that the server can't be used now. Any other is a bug. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Error && connectionErrors.has(error)) return true;
  const code = sqlStateOf(error);
  return UNAVAILABLE_CLASSES.has(code.slice(0, 2)) || UNAVAILABLE.has(code);
}

/** Whether the server refused a write, or would refuse one, because it is read-only. */
export function isReadOnly(error: unknown): boolean {
  return sqlStateOf(error) === READ_ONLY_TRANSACTION;
}

/** Whether another process created the same object first. */
export function isMadeMeanwhile(error: unknown): boolean {
  return MADE_MEANWHILE.has(sqlStateOf(error));
}

/** Whether another transaction held a lock for too long. */
export function isLocked(error: unknown): boolean {
  return sqlStateOf(error) === LOCK_NOT_AVAILABLE;
}

/** Whether the server asks to run the statement or the transaction again. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlStateOf(error)) || isStalePlan(error);
}

/** Whether a named statement returns all columns of a table that has got another one since: a newer version migrated it. */
export function isStalePlan(error: unknown): boolean {
  if (sqlStateOf(error) !== NOT_SUPPORTED) return false;
  const { routine, message } = error as { readonly routine?: unknown; readonly message: string };
  // The message can be in any language, and not every compatible engine names a routine.
  return routine === 'RevalidateCachedQuery' || message.startsWith('cached plan must not change');
}

/** Whether another transaction can have caused the error; if not, it comes again, and is a bug. */
export function isRace(error: unknown): boolean {
  const code = sqlStateOf(error);
  if (code === INTERNAL_ERROR) return error instanceof Error && RACE_ON_WORKER.test(error.message);
  return RACES.has(code);
}
