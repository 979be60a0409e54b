import { errAsync } from 'neverthrow';
import type { BadData, OwnedByUpstream, StrategyNotEditable, StrategyNotFound } from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import type { StrategyChange } from '../rules/changed-strategy.ts';
import { problemsOfStrategyUpdate } from '../rules/problems-of.ts';
import { makeAdmit } from './admit.ts';
import { type Ownership, unlessOwned } from './unless-owned.ts';
import type { UseCase } from './use-case.ts';
import { unlessProblems } from './unless-problems.ts';

/** Updates, deprecates or reactivates a strategy definition. Needs UPDATE_STRATEGY. */
export type ChangeStrategy<Credentials> = UseCase<
  Credentials,
  { readonly name: string; readonly change: StrategyChange },
  void,
  BadData | OwnedByUpstream | StrategyNotFound | StrategyNotEditable
>;

/** Makes the use case {@link ChangeStrategy}. */
export function makeChangeStrategy<Credentials>(
  ports: Ownership & {
    readonly authorizer: Authorizer<Credentials>;
    readonly strategies: Pick<StrategyRepository, 'change'>;
  },
): ChangeStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, name, change, signal }) =>
    admit({ credentials, admissions, permission: 'UPDATE_STRATEGY', signal })
      .andThrough(() => unlessOwned(ports))
      .andThrough(() =>
        unlessProblems(change.kind === 'update' ? problemsOfStrategyUpdate(change.update) : []),
      )
      .andThen((principal): ReturnType<StrategyRepository['change']> =>
        isName(name)
          ? ports.strategies.change(name, change, principal.name, { signal })
          : errAsync({ type: 'StrategyNotFound', name }),
      );
}
