import type { BadData, OwnedByUpstream, StrategyExists } from '../errors.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { problemsOfNewStrategy } from '../rules/problems-of.ts';
import { unlessProblems } from './unless-problems.ts';
import { makeAdmit } from './admit.ts';
import { type Ownership, unlessOwned } from './unless-owned.ts';
import type { UseCase } from './use-case.ts';

/** Adds a strategy definition. Needs CREATE_STRATEGY. */
export type RegisterStrategy<Credentials> = UseCase<
  Credentials,
  { readonly definition: StrategyDefinition },
  void,
  BadData | OwnedByUpstream | StrategyExists
>;

/** Makes the use case {@link RegisterStrategy}. */
export function makeRegisterStrategy<Credentials>(
  ports: Ownership & {
    readonly authorizer: Authorizer<Credentials>;
    readonly strategies: Pick<StrategyRepository, 'register'>;
  },
): RegisterStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, definition, signal }) =>
    admit({ credentials, admissions, permission: 'CREATE_STRATEGY', signal })
      .andThrough(() => unlessOwned(ports))
      .andThrough(() => unlessProblems(problemsOfNewStrategy(definition)))
      .andThen((principal) => ports.strategies.register(definition, principal.name, { signal }));
}
