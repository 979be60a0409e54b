import { expect, it } from 'vitest';
import { isWithoutEffect } from '../src/postgres-errors.ts';

const sent = (code: string): Error => Object.assign(new Error(code), { code });

it.each([
  ['a deadlock', sent('40P01'), true],
  ['a value that is too long', sent('22001'), true],
  ['a statement that nobody knows the end of', sent('40003'), false],
  ['a connection that failed', sent('08006'), false],
  ['a server that shuts down', sent('57P01'), false],
  ['a network that was cut', sent('ECONNRESET'), false],
  ['silence', new Error('Query read timeout'), false],
])('after %s it is certain that nothing happened, or not', (_, error, isCertain) => {
  expect(isWithoutEffect(error)).toBe(isCertain);
});
