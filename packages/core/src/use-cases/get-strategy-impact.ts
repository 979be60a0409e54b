import { errAsync, type ResultAsync } from 'neverthrow';
import type { AuthorizerUnavailable, StoreUnavailable, StrategyNotFound } from '../errors.ts';
import type { StrategyImpact } from '../model/impact.ts';
import { isName } from '../model/name.ts';
import { makeAdmit } from './admit.ts';
import { notBeforeNow } from './data-age-limit.ts';
import { lookAtStrategy, type StrategyImpactPorts } from './look-at-strategy.ts';
import type { UseCase } from './use-case.ts';

/** Returns what deleting a strategy definition would break, over all projects. Needs DELETE_STRATEGY. */
export type GetStrategyImpact<Credentials> = UseCase<
  Credentials,
  { readonly name: string },
  StrategyImpact,
  StrategyNotFound
>;

/** Makes the use case {@link GetStrategyImpact}. */
export function makeGetStrategyImpact<Credentials>(
  ports: StrategyImpactPorts<Credentials>,
): GetStrategyImpact<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, name, signal }) =>
    admit({ credentials, admissions, permission: 'DELETE_STRATEGY', signal }).andThen(
      (
        principal,
      ): ResultAsync<StrategyImpact, StrategyNotFound | StoreUnavailable | AuthorizerUnavailable> =>
        isName(name)
          ? lookAtStrategy(ports, principal, name, notBeforeNow(ports), { signal }).map(
              ({ impact }) => impact,
            )
          : errAsync({ type: 'StrategyNotFound', name }),
    );
}
