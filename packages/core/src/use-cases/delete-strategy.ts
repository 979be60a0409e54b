import { errAsync } from 'neverthrow';
import type { StrategyNotEditable, StrategyNotFound } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { makeAdmit } from './admit.ts';
import type { UseCase } from './use-case.ts';

/** Deletes a strategy definition. Needs DELETE_STRATEGY. */
export type DeleteStrategy<Credentials> = UseCase<
  Credentials,
  { readonly name: string },
  void,
  StrategyNotFound | StrategyNotEditable
>;

/** Makes the use case {@link DeleteStrategy}. */
export function makeDeleteStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'delete'>;
}): DeleteStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, name, signal }) =>
    admit({ credentials, permission: 'DELETE_STRATEGY', signal }).andThen(
      (principal): ReturnType<StrategyRepository['delete']> =>
        isName(name)
          ? ports.strategies.delete(name, principal.name, { signal })
          : errAsync({ type: 'StrategyNotFound', name }),
    );
}
