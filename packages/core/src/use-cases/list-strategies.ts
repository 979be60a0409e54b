import type { ResultAsync } from 'neverthrow';
import type { AuthorizerError, StoreUnavailable } from '../errors.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { makeAdmit } from './admit.ts';

export interface ListStrategiesQuery<Credentials> extends CallOptions {
  readonly credentials: Credentials;
}

export type ListStrategiesError = AuthorizerError | StoreUnavailable;

/** Returns all strategy definitions, in ascending byte order of name. Authentication is enough. */
export type ListStrategies<Credentials> = (
  query: ListStrategiesQuery<Credentials>,
) => ResultAsync<readonly StrategyDefinition[], ListStrategiesError>;

/** Makes the use case {@link ListStrategies}. */
export function makeListStrategies<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'list'>;
}): ListStrategies<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, signal }) =>
    admit({ credentials, permission: undefined, signal }).andThen(() =>
      ports.strategies.list({ signal }),
    );
}
