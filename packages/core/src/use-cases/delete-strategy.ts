import { errAsync, type ResultAsync } from 'neverthrow';
import type {
  StoreUnavailable,
  StrategyNotEditable,
  StrategyNotFound,
  UpstreamRefused,
  UpstreamUnavailable,
} from '../errors.ts';
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
  StrategyNotFound | StrategyNotEditable | UpstreamRefused | UpstreamUnavailable
>;

/** Makes the use case {@link DeleteStrategy}. */
export function makeDeleteStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'delete'>;
}): DeleteStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, name, signal }) =>
    admit({ credentials, admissions, permission: 'DELETE_STRATEGY', signal }).andThen(
      (principal): ResultAsync<void, StrategyNotFound | StrategyNotEditable | StoreUnavailable> =>
        isName(name)
          ? ports.strategies.delete(name, principal.name, { signal }).mapErr((error) => {
              if (error.type === 'PreconditionFailed') throw new Error('there is no precondition');
              return error;
            })
          : errAsync({ type: 'StrategyNotFound', name }),
    );
}
