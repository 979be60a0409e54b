import { errAsync, ResultAsync } from 'neverthrow';
import { isName } from '../model/name.ts';
import type { Principal } from '../model/principal.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { makeAdmit } from './admit.ts';
import type { DeleteStrategy } from './delete-strategy.ts';
import {
  deleteUpstreamFirst,
  type UpstreamDeleteError,
  type UpstreamDeletePorts,
} from './delete-upstream-first.ts';
import type { Turns } from './turns.ts';

interface Ports<Credentials> extends UpstreamDeletePorts {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'find' | 'delete'>;
  /** Turns that these deletes share with guarded ones. */
  readonly turns: Turns;
}

/** Makes the use case {@link DeleteStrategy} for definitions that are copied from an upstream. */
export function makeDeleteFollowedStrategy<Credentials>(
  ports: Ports<Credentials>,
): DeleteStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, name, signal }) =>
    admit({ credentials, admissions, permission: 'DELETE_STRATEGY', signal }).andThen(
      (principal): ResultAsync<void, UpstreamDeleteError> =>
        isName(name)
          ? new ResultAsync(
              ports.turns(name, async () => deleteCopied(ports, name, principal, { signal })),
            )
          : errAsync({ type: 'StrategyNotFound', name }),
    );
}

const deleteCopied = (
  ports: Ports<unknown>,
  name: string,
  { name: by }: Principal,
  options: CallOptions,
): ResultAsync<void, UpstreamDeleteError> =>
  ports.strategies
    .find(name, options)
    .andThen(({ editable }): ResultAsync<void, UpstreamDeleteError> =>
      editable
        ? deleteUpstreamFirst(ports, name, by, options)
        : errAsync({ type: 'StrategyNotEditable', name }),
    );
