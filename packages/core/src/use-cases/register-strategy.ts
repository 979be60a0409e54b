import type { ResultAsync } from 'neverthrow';
import type { AuthorizerError, BadData, StoreUnavailable, StrategyExists } from '../errors.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { problemsOfNewStrategy } from '../rules/problems-of.ts';
import { unlessProblems } from './unless-problems.ts';
import { makeAdmit } from './admit.ts';

export interface RegisterStrategyCommand<Credentials> extends CallOptions {
  readonly credentials: Credentials;
  readonly definition: StrategyDefinition;
}

export type RegisterStrategyError = AuthorizerError | BadData | StrategyExists | StoreUnavailable;

/** Adds a strategy definition. Needs CREATE_STRATEGY. */
export type RegisterStrategy<Credentials> = (
  command: RegisterStrategyCommand<Credentials>,
) => ResultAsync<void, RegisterStrategyError>;

/** Makes the use case {@link RegisterStrategy}. */
export function makeRegisterStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'register'>;
}): RegisterStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, definition, signal }) =>
    admit({ credentials, permission: 'CREATE_STRATEGY', signal })
      .andThrough(() => unlessProblems(problemsOfNewStrategy(definition)))
      .andThen((principal) => ports.strategies.register(definition, principal.name, { signal }));
}
