import { errAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerError, StoreUnavailable, StrategyNotFound } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { makeAdmit } from './admit.ts';

export interface FindStrategyQuery<Credentials> extends CallOptions {
  readonly credentials: Credentials;
  readonly name: string;
}

export type FindStrategyError = AuthorizerError | StrategyNotFound | StoreUnavailable;

/** Returns a strategy definition. Authentication is enough. */
export type FindStrategy<Credentials> = (
  query: FindStrategyQuery<Credentials>,
) => ResultAsync<StrategyDefinition, FindStrategyError>;

/** Makes the use case {@link FindStrategy}. */
export function makeFindStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'find'>;
}): FindStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, name, signal }) =>
    admit({ credentials, permission: undefined, signal }).andThen(
      (): ReturnType<StrategyRepository['find']> =>
        isName(name)
          ? ports.strategies.find(name, { signal })
          : errAsync({ type: 'StrategyNotFound', name }),
    );
}
