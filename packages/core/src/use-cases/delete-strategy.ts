import { errAsync, type ResultAsync } from 'neverthrow';
import type {
  AuthorizerError,
  StoreUnavailable,
  StrategyNotEditable,
  StrategyNotFound,
} from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { makeAdmit } from './admit.ts';

export interface DeleteStrategyCommand<Credentials> extends CallOptions {
  readonly credentials: Credentials;
  readonly name: string;
}

export type DeleteStrategyError =
  | AuthorizerError
  | StrategyNotFound
  | StrategyNotEditable
  | StoreUnavailable;

/** Deletes a strategy definition. Needs DELETE_STRATEGY. */
export type DeleteStrategy<Credentials> = (
  command: DeleteStrategyCommand<Credentials>,
) => ResultAsync<void, DeleteStrategyError>;

/** Makes the use case {@link DeleteStrategy}. */
export function makeDeleteStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'delete'>;
}): DeleteStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, name, signal }) =>
    admit({ credentials, permission: 'DELETE_STRATEGY', signal }).andThen(
      (principal): ResultAsync<void, DeleteStrategyError> =>
        isName(name)
          ? ports.strategies.delete(name, principal.name, { signal })
          : errAsync({ type: 'StrategyNotFound', name }),
    );
}
