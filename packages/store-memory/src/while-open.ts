import type { StoreUnavailable } from '@forewarn/core';
import { errAsync, type Result, ResultAsync } from 'neverthrow';
import type { MemoryState } from './memory-state.ts';

/** Takes one atomic step, unless the store is closed. */
export function whileOpen<T, E>(
  state: MemoryState,
  step: () => Result<T, E>,
): ResultAsync<T, E | StoreUnavailable> {
  return state.isOpen ? new ResultAsync(Promise.resolve(step())) : errAsync(closed());
}

/** Why a closed store answers nothing. */
export function closed(): StoreUnavailable {
  return { type: 'StoreUnavailable', cause: new Error('the store is closed') };
}
