import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import type {
  AuthorizerUnavailable,
  BadData,
  StoreUnavailable,
  StrategyInUse,
  StrategyNotEditable,
  StrategyNotFound,
} from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Principal } from '../model/principal.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { isFingerprintOf, isUnused, useText } from '../rules/fingerprint-of.ts';
import { makeAdmit } from './admit.ts';
import { notBeforeNow } from './data-age-limit.ts';
import { lookAtStrategy, type StrategyImpactPorts } from './look-at-strategy.ts';
import type { UseCase } from './use-case.ts';

/** Maximum looks at a definition whose use keeps changing. */
const MAX_ATTEMPTS = 5;

interface Command {
  readonly name: string;
  /** Refuses with `StrategyInUse` unless nothing touches or may touch the definition. */
  readonly guard?: boolean | undefined;
  /** The fingerprint of the only impact that the delete may have. Implies `guard`. */
  readonly acknowledge?: string | undefined;
}

type DeleteError = BadData | StrategyNotFound | StrategyNotEditable | StrategyInUse;

/** Deletes a strategy definition. Needs DELETE_STRATEGY. */
export type DeleteStrategy<Credentials> = UseCase<Credentials, Command, void, DeleteError>;

export interface DeleteStrategyPorts<Credentials> extends StrategyImpactPorts<Credentials> {
  readonly strategies: Pick<StrategyRepository, 'findUse' | 'delete'>;
  /** Guards each delete, whether or not its caller asks for it. */
  readonly guardDeletes?: boolean | undefined;
}

/** Makes the use case {@link DeleteStrategy}. */
export function makeDeleteStrategy<Credentials>(
  ports: DeleteStrategyPorts<Credentials>,
): DeleteStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, name, guard = false, acknowledge, signal }) =>
    admit({ credentials, permission: 'DELETE_STRATEGY', signal }).andThen(
      (principal): ResultAsync<void, DeleteError | StoreUnavailable | AuthorizerUnavailable> => {
        if (!isName(name)) return errAsync({ type: 'StrategyNotFound', name });
        return ports.guardDeletes === true || guard || acknowledge !== undefined
          ? new ResultAsync(deleteGuarded(ports, principal, { name, acknowledge }, { signal }))
          : ports.strategies.delete(name, principal.name, { signal }).mapErr((error) => {
              if (error.type === 'PreconditionFailed') throw new Error('there is no precondition');
              return error;
            });
      },
    );
}

async function deleteGuarded<Credentials>(
  ports: DeleteStrategyPorts<Credentials>,
  principal: Principal,
  { name, acknowledge }: Command,
  options: CallOptions,
): Promise<Result<void, DeleteError | StoreUnavailable | AuthorizerUnavailable>> {
  if (acknowledge !== undefined && !(await isFingerprintOf(name, acknowledge))) {
    const expected = 'a fingerprint of an impact of this strategy definition';
    return err({ type: 'BadData', problems: [{ path: 'acknowledge', expected }] });
  }
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const notBefore = notBeforeNow(ports);
    const looked = await lookAtStrategy(ports, principal, name, notBefore, options);
    if (looked.isErr()) return err(looked.error);
    const { use, text, impact } = looked.value;
    if (!use.definition.editable) return err({ type: 'StrategyNotEditable', name });
    if (!isUnused(use, notBefore) && impact.fingerprint !== acknowledge) {
      return err({ type: 'StrategyInUse', name, impact });
    }
    const deleted = await ports.strategies.delete(name, principal.name, {
      ...options,
      onlyIf: (now) => useText(now, notBefore) === text,
    });
    if (deleted.isOk()) return ok();
    const { error } = deleted;
    if (error.type !== 'PreconditionFailed') return err(error);
  }
  const cause = new Error(
    `the use of the definition changed during each of ${MAX_ATTEMPTS} attempts`,
  );
  return err({ type: 'StoreUnavailable', cause });
}
