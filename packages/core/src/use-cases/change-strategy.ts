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
import type { StrategyChange } from '../rules/changed-strategy.ts';

export interface ChangeStrategyCommand<Credentials> {
  readonly credentials: Credentials;
  readonly name: string;
  readonly change: StrategyChange;
}

export type ChangeStrategyError =
  | AuthorizerError
  | StrategyNotFound
  | StrategyNotEditable
  | StoreUnavailable;

/** Updates, deprecates or reactivates a strategy definition, for who has the permission UPDATE_STRATEGY. */
export type ChangeStrategy<Credentials> = (
  command: ChangeStrategyCommand<Credentials>,
) => ResultAsync<void, ChangeStrategyError>;

/** Makes the use case that updates, deprecates or reactivates a strategy definition: {@link ChangeStrategy}. */
export function makeChangeStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'change'>;
}): ChangeStrategy<Credentials> {
  return ({ credentials, name, change }) =>
    ports.authorizer
      .authorize({ credentials, permission: 'UPDATE_STRATEGY' })
      .andThen((principal): ReturnType<StrategyRepository['change']> =>
        isName(name)
          ? ports.strategies.change(name, change, principal.name)
          : errAsync({ type: 'StrategyNotFound', name }),
      );
}
