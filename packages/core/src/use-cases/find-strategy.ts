import { errAsync } from 'neverthrow';
import type { StrategyNotFound } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/** Returns a strategy definition. Authentication is enough. */
export type FindStrategy<Credentials> = UseCase<
  Credentials,
  { readonly name: string },
  StrategyDefinition,
  StrategyNotFound
>;

/** Makes the use case {@link FindStrategy}. */
export function makeFindStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'find'>;
}): FindStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, name, signal }) =>
    admit({ credentials, admissions, permission: undefined, signal }).andThen(
      (): ReturnType<StrategyRepository['find']> =>
        isName(name)
          ? ports.strategies.find(name, { signal })
          : errAsync({ type: 'StrategyNotFound', name }),
    );
}
