import { expect, it } from 'vitest';
import {
  connectionError,
  isMachineLost,
  isUnavailable,
  ReadOnlyServer,
} from '../src/session/postgres-errors.ts';

const withCode = (code: string): Error => Object.assign(new Error(code), { code });
const fromServer = (code: string): Error => Object.assign(withCode(code), { severity: 'ERROR' });
const ERRNOS = ['EPIPE', 'EPERM', 'EBADF', 'EBUSY', 'E2BIG', 'EINTR', 'ENXIO', 'EROFS'];

it.each([
  ['a connection that the server ended', withCode('57P01'), true],
  ['a transaction that was idle for too long', withCode('25P03'), true],
  ['a transaction that took too long', withCode('25P04'), true],
  ['a statement after one that failed', withCode('25P02'), false],
  ['a read-only server', new ReadOnlyServer(), true],
  ['a database that does not exist', withCode('3D000'), true],
  ['a refused connection', connectionError(withCode('ECONNREFUSED')), true],
  ['a lost connection', connectionError(new Error('Connection terminated unexpectedly')), true],
  ['a plain error, as of a precondition', new Error('a bug'), false],
  ['an error with a code of Node.js that is not of the connection', withCode('ENOENT'), false],
  ['a wrong statement', connectionError(withCode('42601')), false],
  ['a value that the driver cannot send', connectionError(new TypeError('circular')), false],
  ['something that is no error', 'a text', false],
  ['a trigger whose own code looks like an errno', fromServer('EPIPE'), false],
  ['a table that is no longer seen', withCode('42P01'), true],
  ['a pooler that lost a named statement', withCode('26000'), true],
  ['a pooler that has a named statement already', withCode('42P05'), true],
])('classifies %s', (_, error, expected) => {
  expect(isUnavailable(error)).toBe(expected);
});

it.each([
  ['a worker that refuses connections', withCode('08006'), true],
  ['a worker that shuts down', withCode('57P01'), true],
  ['a statement that is cancelled', withCode('57014'), false],
  ['a lost connection', connectionError(withCode('ECONNRESET')), false],
])('tells whether another machine is lost: %s', (_, error, expected) => {
  expect(isMachineLost(error)).toBe(expected);
});

it.each(ERRNOS)('takes %s for an error of the connection', (code) => {
  expect(isUnavailable(connectionError(withCode(code)))).toBe(true);
});

it.each([
  ['26000', 'prepared_statements=false'],
  ['42P05', 'prepared_statements=false'],
  ['42P01', 'search_path'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'sslrootcert=FILE'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'sslrootcert=FILE'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'sslmode=verify-ca'],
])('names the setting that helps against %s, once', (code, setting) => {
  const { message } = connectionError(connectionError(withCode(code))) as Error;

  expect(message.split(setting)).toHaveLength(2);
});
