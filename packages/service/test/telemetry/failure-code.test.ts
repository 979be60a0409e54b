import { expect, it } from 'vitest';
import { failureCode } from '../../src/telemetry/failure-code.ts';

const withCode = (code: unknown, message = ''): Error =>
  Object.assign(new Error(message), { code });

it.for([
  ['the SQLSTATE of Postgres', withCode('40001'), '40001'],
  ['the error code of Node', withCode('ECONNREFUSED'), 'ECONNREFUSED'],
  ['the result code of SQLite', Object.assign(withCode('ERR_SQLITE_ERROR'), { errcode: 5 }), '5'],
  ['a timeout of the driver', new Error('Query read timeout'), 'timeout'],
  ['a timeout of the pool', new Error('timeout exceeded when trying to connect'), 'timeout'],
  ['any other error', new Error('no'), 'unknown'],
  ['a code that is a sentence', withCode('shop is not there'), 'unknown'],
  ['a value that is not an error', undefined, 'unknown'],
] as const)('names %s', ([, error, code]) => {
  expect(failureCode(error)).toBe(code);
});
