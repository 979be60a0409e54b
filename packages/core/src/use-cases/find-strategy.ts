import { errAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerError, StoreUnavailable, StrategyNotFound } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';

export interface FindStrategyQuery<Credentials> {
  readonly credentials: Credentials;
  readonly name: string;
}

export type FindStrategyError = AuthorizerError | StrategyNotFound | StoreUnavailable;

/** Answers a strategy definition, for anybody who is known. */
export type FindStrategy<Credentials> = (
  query: FindStrategyQuery<Credentials>,
) => ResultAsync<StrategyDefinition, FindStrategyError>;

/** Makes the use case that answers one strategy definition: {@link FindStrategy}. */
export function makeFindStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'find'>;
}): FindStrategy<Credentials> {
  return ({ credentials, name }) =>
    ports.authorizer
      .authorize({ credentials, permission: 'NONE' })
      .andThen((): ReturnType<StrategyRepository['find']> =>
        isName(name) ? ports.strategies.find(name) : errAsync({ type: 'StrategyNotFound', name }),
      );
}
