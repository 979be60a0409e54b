import { AssertionError } from 'node:assert/strict';
import { inspect } from 'node:util';
import type { PortResult } from '@forewarn/core';

/** Returns the value of a call. An error fails the case. */
export async function valueOf<T, E>(call: PortResult<T, E>): Promise<T> {
  const result = await call;
  if (result.isOk()) return result.value;
  throw new AssertionError({ message: `expected a value, got ${inspect(result.error)}` });
}

/** Returns the error of a call. A value fails the case. */
export async function errorOf<T, E>(call: PortResult<T, E>): Promise<E> {
  const result = await call;
  if (result.isErr()) return result.error;
  throw new AssertionError({ message: `expected an error, got ${inspect(result.value)}` });
}
