const CODE = /^\w{1,40}$/;

/**
 * The code of a failed statement: the SQLSTATE of Postgres, the result code of SQLite or the error code of Node, such as
 * ECONNREFUSED. `timeout` or `unknown` if there is none.
 */
export function failureCode(error: unknown): string {
  const { errcode, code, message } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof errcode === 'number') return String(errcode);
  if (typeof code === 'string' && CODE.test(code)) return code;
  return typeof message === 'string' && /time-?out/i.test(message) ? 'timeout' : 'unknown';
}
