import { expect, it } from 'vitest';
import {
  connectionError,
  isMachineLost,
  isRefused,
  isUnavailable,
  ReadOnlyServer,
} from '../src/session/postgres-errors.ts';

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

it.each([
  ['a connection that the server ended', withCode('57P01'), true],
  ['a read-only server', new ReadOnlyServer(), true],
  ['a database that does not exist', withCode('3D000'), true],
  ['a refused connection', connectionError(withCode('ECONNREFUSED')), true],
  ['a lost connection', connectionError(new Error('Connection terminated unexpectedly')), true],
  ['a plain error, as of a precondition', new Error('a bug'), false],
  ['an error with a code of Node.js that is not of the connection', withCode('ENOENT'), false],
  ['a wrong statement', connectionError(withCode('42601')), false],
  ['a value that the driver cannot send', connectionError(new TypeError('circular')), false],
  ['something that is no error', 'a text', false],
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

it.each([
  ['a wrong statement', withCode('42601'), true],
  ['an exception in a trigger', withCode('P0001'), true],
  ['a server that shuts down', withCode('57P01'), false],
  ['a lost connection', connectionError(withCode('ECONNRESET')), false],
  ['a bug after the response', new TypeError('a bug'), false],
])('tells whether the server refused a statement: %s', (_, error, expected) => {
  expect(isRefused(error)).toBe(expected);
});
