import type { ResultAsync } from 'neverthrow';
import type { AuthorizerError, StoreUnavailable } from '../errors.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';

export interface ListStrategiesQuery<Credentials> {
  readonly credentials: Credentials;
}

export type ListStrategiesError = AuthorizerError | StoreUnavailable;

/** Answers all strategy definitions, in ascending byte order of name, for anybody who is known. */
export type ListStrategies<Credentials> = (
  query: ListStrategiesQuery<Credentials>,
) => ResultAsync<readonly StrategyDefinition[], ListStrategiesError>;

/** Makes the use case that answers all strategy definitions: {@link ListStrategies}. */
export function makeListStrategies<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'list'>;
}): ListStrategies<Credentials> {
  return ({ credentials }) =>
    ports.authorizer
      .authorize({ credentials, permission: 'NONE' })
      .andThen(() => ports.strategies.list());
}
