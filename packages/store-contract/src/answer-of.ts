import assert, { AssertionError } from 'node:assert/strict';
import { inspect } from 'node:util';
import type { ResultAsync } from 'neverthrow';

/** Returns the value of a call; an error breaks the promise. */
export async function answerOf<T, E>(asked: ResultAsync<T, E>): Promise<T> {
  const result = await asked;
  if (result.isOk()) return result.value;
  throw new AssertionError({ message: `expected an answer, got ${inspect(result.error)}` });
}

/** Returns the error of a call; a value breaks the promise. */
export async function errorOf<T, E>(asked: ResultAsync<T, E>): Promise<E> {
  const result = await asked;
  if (result.isErr()) return result.error;
  throw new AssertionError({ message: `expected an error, got ${inspect(result.value)}` });
}

/** Of calls at the same time exactly one must succeed, and every other must get this error. */
export async function assertOneSucceeds<T, E>(
  calls: readonly ResultAsync<T, E>[],
  error: E,
): Promise<void> {
  const results = await Promise.all(calls);
  const errors = results.flatMap((result) => (result.isErr() ? [result.error] : []));
  assert.equal(errors.length, calls.length - 1, 'exactly one of the calls succeeds');
  for (const each of errors) assert.deepEqual(each, error);
}
