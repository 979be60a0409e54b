import { errAsync, okAsync, type ResultAsync } from 'neverthrow';
import type {
  StoreUnavailable,
  StrategyNotEditable,
  StrategyNotFound,
  UpstreamRefused,
  UpstreamUnavailable,
} from '../errors.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import type { Upstream } from '../ports/upstream.ts';

/** The ports that delete a copied strategy definition. */
export interface UpstreamDeletePorts {
  readonly strategies: Pick<StrategyRepository, 'delete'>;
  readonly upstream: Pick<Upstream, 'deleteStrategy'>;
}

/** The errors of deleting a copied strategy definition. */
export type UpstreamDeleteError =
  | StrategyNotFound
  | StrategyNotEditable
  | UpstreamRefused
  | UpstreamUnavailable
  | StoreUnavailable;

/** Deletes a strategy definition in the upstream, and then its copy here. If the second fails, the next sync repeats it. */
export function deleteUpstreamFirst(
  { strategies, upstream }: UpstreamDeletePorts,
  name: string,
  by: string,
  options: CallOptions,
): ResultAsync<void, UpstreamDeleteError> {
  return upstream.deleteStrategy(name, options).andThen((outcome) =>
    // Without a precondition, because the upstream has already deleted it.
    strategies.delete(name, by, options).orElse((error) => {
      if (error.type === 'PreconditionFailed') throw new Error('there is no precondition');
      // A sync has already deleted the copy.
      const isDone = error.type === 'StrategyNotFound' && outcome === 'deleted';
      return isDone ? okAsync() : errAsync(error);
    }),
  );
}
