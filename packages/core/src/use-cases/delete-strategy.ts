import { errAsync, type ResultAsync } from 'neverthrow';
import type {
  AuthorizerError,
  StoreUnavailable,
  StrategyNotEditable,
  StrategyNotFound,
} from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';

export interface DeleteStrategyCommand<Credentials> {
  readonly credentials: Credentials;
  readonly name: string;
}

export type DeleteStrategyError =
  | AuthorizerError
  | StrategyNotFound
  | StrategyNotEditable
  | StoreUnavailable;

/** Deletes a strategy definition, for who has the permission DELETE_STRATEGY. */
export type DeleteStrategy<Credentials> = (
  command: DeleteStrategyCommand<Credentials>,
) => ResultAsync<void, DeleteStrategyError>;

/** Makes the use case that deletes a strategy definition: {@link DeleteStrategy}. */
export function makeDeleteStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'delete'>;
}): DeleteStrategy<Credentials> {
  return ({ credentials, name }) =>
    ports.authorizer
      .authorize({ credentials, permission: 'DELETE_STRATEGY' })
      .andThen((principal): ResultAsync<void, DeleteStrategyError> =>
        isName(name)
          ? ports.strategies.delete(name, principal.name)
          : errAsync({ type: 'StrategyNotFound', name }),
      );
}
