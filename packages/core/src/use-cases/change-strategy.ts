import { errAsync, type ResultAsync } from 'neverthrow';
import type {
  AuthorizerError,
  BadData,
  StoreUnavailable,
  StrategyNotEditable,
  StrategyNotFound,
} from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import type { StrategyChange } from '../rules/changed-strategy.ts';
import { problemsOfStrategyUpdate } from '../rules/problems-of.ts';
import { makeAdmit } from './admit.ts';
import { unlessProblems } from './unless-problems.ts';

export interface ChangeStrategyCommand<Credentials> extends CallOptions {
  readonly credentials: Credentials;
  readonly name: string;
  readonly change: StrategyChange;
}

export type ChangeStrategyError =
  | AuthorizerError
  | BadData
  | StrategyNotFound
  | StrategyNotEditable
  | StoreUnavailable;

/** Updates, deprecates or reactivates a strategy definition. Needs UPDATE_STRATEGY. */
export type ChangeStrategy<Credentials> = (
  command: ChangeStrategyCommand<Credentials>,
) => ResultAsync<void, ChangeStrategyError>;

/** Makes the use case {@link ChangeStrategy}. */
export function makeChangeStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'change'>;
}): ChangeStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, name, change, signal }) =>
    admit({ credentials, permission: 'UPDATE_STRATEGY', signal })
      .andThrough(() =>
        unlessProblems(change.kind === 'update' ? problemsOfStrategyUpdate(change.update) : []),
      )
      .andThen((principal): ReturnType<StrategyRepository['change']> =>
        isName(name)
          ? ports.strategies.change(name, change, principal.name, { signal })
          : errAsync({ type: 'StrategyNotFound', name }),
      );
}
