import type { StrategyDefinition } from '../model/strategy-definition.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/** Returns all strategy definitions, in ascending byte order of name. Authentication is enough. */
export type ListStrategies<Credentials> = UseCase<
  Credentials,
  unknown,
  readonly StrategyDefinition[]
>;

/** Makes the use case {@link ListStrategies}. */
export function makeListStrategies<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'list'>;
}): ListStrategies<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, signal }) =>
    admit({ credentials, admissions, permission: undefined, signal }).andThen(() =>
      ports.strategies.list({ signal }),
    );
}
