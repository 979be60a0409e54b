import assert, { AssertionError } from 'node:assert/strict';
import { inspect } from 'node:util';
import type { ResultAsync } from 'neverthrow';

/** Returns the value of a call. An error fails the case. */
export async function valueOf<T, E>(call: ResultAsync<T, E>): Promise<T> {
  const result = await call;
  if (result.isOk()) return result.value;
  throw new AssertionError({ message: `expected a value, got ${inspect(result.error)}` });
}

/** Returns the error of a call. A value fails the case. */
export async function errorOf<T, E>(call: ResultAsync<T, E>): Promise<E> {
  const result = await call;
  if (result.isErr()) return result.error;
  throw new AssertionError({ message: `expected an error, got ${inspect(result.value)}` });
}

/** Asserts that exactly one of several concurrent calls succeeds and all others return this error. */
export async function assertOneSucceeds<T, E>(
  calls: readonly ResultAsync<T, E>[],
  error: E,
): Promise<void> {
  const results = await Promise.all(calls);
  const errors = results.flatMap((result) => (result.isErr() ? [result.error] : []));
  assert.equal(errors.length, calls.length - 1, 'exactly one call succeeds');
  for (const each of errors) assert.deepEqual(each, error);
}

/** Asserts that a call returns this error. */
export async function assertFails(
  call: ResultAsync<unknown, unknown>,
  error: unknown,
): Promise<void> {
  assert.deepEqual(await errorOf(call), error);
}
