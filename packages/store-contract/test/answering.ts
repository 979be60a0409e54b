import type { StoreUnavailable } from '@forewarn/core';
import { err, type Result, ResultAsync } from 'neverthrow';
import type { State } from './reference-state.ts';

export const UNAVAILABLE: StoreUnavailable = { type: 'StoreUnavailable', cause: 'closed' };

/** Acts at once, in one step: nothing else runs in between. */
export const answering = <T, E>(
  state: State,
  act: () => Result<T, E>,
): ResultAsync<T, E | StoreUnavailable> =>
  new ResultAsync<T, E | StoreUnavailable>(
    Promise.resolve(state.isClosed ? err(UNAVAILABLE) : act()),
  );
