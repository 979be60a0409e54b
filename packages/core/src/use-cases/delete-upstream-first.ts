import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import type {
  StoreUnavailable,
  StrategyNotEditable,
  StrategyNotFound,
  UpstreamRefused,
  UpstreamUnavailable,
} from '../errors.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { EventRepository } from '../ports/event-repository.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import type { Upstream } from '../ports/upstream.ts';

/** The ports that delete a copied strategy definition. */
export interface UpstreamDeletePorts {
  readonly strategies: Pick<StrategyRepository, 'delete'>;
  readonly events: EventRepository;
  readonly upstream: Pick<Upstream, 'principal' | 'deleteStrategy'>;
}

/** The errors of deleting a copied strategy definition. */
export type UpstreamDeleteError =
  | StrategyNotFound
  | StrategyNotEditable
  | UpstreamRefused
  | UpstreamUnavailable
  | StoreUnavailable;

/**
 * Deletes a strategy definition in the upstream, and then its copy here. If the second fails, the next sync repeats it. An
 * upstream may confirm each of several concurrent deletes, so the one that deletes the copy succeeds.
 */
export function deleteUpstreamFirst(
  ports: UpstreamDeletePorts,
  name: string,
  by: string,
  options: CallOptions,
): ResultAsync<void, UpstreamDeleteError> {
  const { strategies, upstream } = ports;
  return upstream.deleteStrategy(name, options).andThen((outcome) =>
    // Without a precondition, because the upstream has already deleted it.
    strategies.delete(name, by, options).orElse((error) => {
      if (error.type === 'PreconditionFailed') throw new Error('there is no precondition');
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
  { events, upstream }: UpstreamDeletePorts,
  name: string,
  options: CallOptions,
): ResultAsync<boolean, StoreUnavailable> =>
  events.list({ type: 'strategy-deleted', limit: RECENT }, options).map((page) => {
    const deleted = page.events.find(
      ({ type, preData }) => type === 'strategy-deleted' && preData.name === name,
    );
    return deleted?.createdBy === upstream.principal;
  });
