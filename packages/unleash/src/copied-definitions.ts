import {
  attempt,
  type CallOptions,
  type StoreUnavailable,
  type StrategyNotEditable,
  type StrategyNotFound,
  toResultAsync,
} from '@forewarn/core';
import type { KeyedMutex } from '@forewarn/platform';
import type { Deletes, StorePorts } from '@forewarn/store';
import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import type { UpstreamRefused, UpstreamUnavailable } from './errors.ts';
import type { Upstream } from './upstream.ts';

type UpstreamError = UpstreamRefused | UpstreamUnavailable;

type CopyError = StrategyNotFound | StrategyNotEditable | StoreUnavailable | UpstreamError;

/** The ports behind the copies of an upstream. */
interface CopyPorts extends Pick<StorePorts, 'strategies' | 'events'> {
  readonly upstream: Pick<Upstream, 'principal' | 'deleteStrategy' | 'sync'>;
  /** Deletes with and without a guard share it, by name. */
  readonly mutex: KeyedMutex;
}

/**
 * Deletes definitions in the upstream first. Copies everything before a guard looks. The look of a guard and its delete are not
 * atomic: the upstream has already deleted the definition.
 */
export const copiedDefinitions = (ports: CopyPorts): Deletes<UpstreamError> => ({
  delete: (name, by, options = {}) =>
    inTurn(ports, name, options, () => deleteUpstreamFirst(ports, name, by, options)),
  findUse: (...args) => ports.strategies.findUse(...args),
  deleteIf: (name, by, _isAllowed, options = {}) => deleteUpstreamFirst(ports, name, by, options),
  around: (name, options, work) =>
    inTurn(ports, name, options, () =>
      toResultAsync(ports.upstream.sync(options)).andThen(() => work()),
    ),
});

/** Deletes of one copy wait for each other, so that the later ones find it gone. */
const inTurn = <T, E>(
  { strategies, mutex }: CopyPorts,
  name: string,
  options: CallOptions,
  remove: () => ResultAsync<T, E>,
) =>
  attempt(
    () => false,
    options,
    () =>
      mutex.run(name, options.signal, async () =>
        toResultAsync(strategies.find(name, options)).andThen(
          ({ editable }): ResultAsync<T, E | StrategyNotEditable> =>
            editable ? remove() : errAsync({ type: 'StrategyNotEditable', name }),
        ),
      ),
  );

/**
 * Deletes a strategy definition in the upstream, and then its copy here. If the second fails, the next sync repeats it. An
 * upstream may confirm each of several concurrent deletes, so the one that deletes the copy succeeds.
 */
function deleteUpstreamFirst(
  ports: CopyPorts,
  name: string,
  by: string,
  options: CallOptions,
): ResultAsync<void, CopyError> {
  return toResultAsync(ports.upstream.deleteStrategy(name, options)).andThen((outcome) =>
    // Without a precondition, because the upstream has already deleted it.
    toResultAsync(ports.strategies.delete(name, by, options)).orElse((error) => {
      if (error.type !== 'StrategyNotFound' || outcome === 'absent') return errAsync(error);
      return isDeletedBySync(ports, name, options).andThen((isDone) =>
        isDone ? okAsync() : errAsync(error),
      );
    }),
  );
}

/** The events of deletes that may have followed that of this definition meanwhile. */
const RECENT = 100;

/** Whether a sync deleted the copy, so that no other delete did. */
const isDeletedBySync = (
  { events, upstream }: CopyPorts,
  name: string,
  options: CallOptions,
): ResultAsync<boolean, StoreUnavailable> =>
  toResultAsync(events.list({ type: 'strategy-deleted', limit: RECENT }, options)).map((page) => {
    const deleted = page.events.find(
      ({ type, preData }) => type === 'strategy-deleted' && preData.name === name,
    );
    return deleted?.createdBy === upstream.principal;
  });
