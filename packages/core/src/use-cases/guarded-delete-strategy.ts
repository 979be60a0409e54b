import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import type {
  AuthorizerUnavailable,
  BadData,
  StoreUnavailable,
  StrategyInUse,
  StrategyNotEditable,
  StrategyNotFound,
  UpstreamRefused,
  UpstreamUnavailable,
} from '../errors.ts';
import { isName } from '../model/name.ts';
import type { Principal } from '../model/principal.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import type { Upstream } from '../ports/upstream.ts';
import { isFingerprintOf, isUnused, useText } from '../rules/fingerprint-of.ts';
import { makeAdmit } from './admit.ts';
import { notBeforeNow } from './data-age-limit.ts';
import { deleteUpstreamFirst, type UpstreamDeletePorts } from './delete-upstream-first.ts';
import { lookAtStrategy, type StrategyImpactPorts } from './look-at-strategy.ts';
import type { Turns } from './turns.ts';
import type { UseCase } from './use-case.ts';

/** Maximum attempts to delete a definition whose use keeps changing. */
const MAX_ATTEMPTS = 5;

interface Command {
  readonly name: string;
  /** The fingerprint of the only impact that the delete may have; absent when it may have none. */
  readonly acknowledge?: string | undefined;
}

type DeleteError =
  | BadData
  | StrategyNotFound
  | StrategyNotEditable
  | StrategyInUse
  | UpstreamRefused
  | UpstreamUnavailable;

/**
 * Deletes a strategy definition, unless something scheduled in any project touches or may touch it. Needs
 * DELETE_STRATEGY. With an upstream, it copies everything first; the check and the delete are not atomic.
 */
export type GuardedDeleteStrategy<Credentials> = UseCase<Credentials, Command, void, DeleteError>;

interface Ports<Credentials> extends StrategyImpactPorts<Credentials> {
  readonly strategies: Pick<StrategyRepository, 'find' | 'findUse' | 'delete'>;
  /** Where the definition is deleted first, if it is copied. */
  readonly followed?: FollowedPorts | undefined;
}

/** The ports behind the copies of an upstream. */
interface FollowedPorts extends Omit<UpstreamDeletePorts, 'strategies'> {
  readonly upstream: Pick<Upstream, 'principal' | 'deleteStrategy' | 'sync'>;
  /** Turns that these deletes share with those without a guard. */
  readonly turns: Turns;
}

/** Makes the use case {@link GuardedDeleteStrategy}. */
export function makeGuardedDeleteStrategy<Credentials>(
  ports: Ports<Credentials>,
): GuardedDeleteStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, name, acknowledge, signal }) =>
    admit({ credentials, admissions, permission: 'DELETE_STRATEGY', signal }).andThen(
      (principal): ResultAsync<void, DeleteError | StoreUnavailable | AuthorizerUnavailable> =>
        isName(name)
          ? new ResultAsync(deleteInTurn(ports, principal, { name, acknowledge }, { signal }))
          : errAsync({ type: 'StrategyNotFound', name }),
    );
}

type Deleted = Result<void, DeleteError | StoreUnavailable | AuthorizerUnavailable>;

/** Deletes of one copy wait for each other, so that the later ones find it gone. */
async function deleteInTurn<Credentials>(
  ports: Ports<Credentials>,
  principal: Principal,
  command: Command,
  options: CallOptions,
): Promise<Deleted> {
  const { followed, strategies } = ports;
  const { name, acknowledge } = command;
  if (acknowledge !== undefined && !(await isFingerprintOf(name, acknowledge))) {
    const expected = 'a fingerprint of an impact of this strategy definition';
    return err({ type: 'BadData', problems: [{ path: 'acknowledge', expected }] });
  }
  if (followed === undefined) return deleteGuarded(ports, principal, command, options);
  return followed.turns(name, async () => {
    const found = await strategies.find(name, options);
    if (found.isErr()) return err(found.error);
    if (!found.value.editable) return err({ type: 'StrategyNotEditable', name });
    const synced = await followed.upstream.sync(options);
    return synced.isErr() ? err(synced.error) : deleteGuarded(ports, principal, command, options);
  });
}

async function deleteGuarded<Credentials>(
  ports: Ports<Credentials>,
  principal: Principal,
  { name, acknowledge }: Command,
  options: CallOptions,
): Promise<Deleted> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const notBefore = notBeforeNow(ports);
    const looked = await lookAtStrategy(ports, principal, name, notBefore, options);
    if (looked.isErr()) return err(looked.error);
    const { use, text, impact } = looked.value;
    if (!use.definition.editable) return err({ type: 'StrategyNotEditable', name });
    if (!isUnused(use, notBefore) && impact.fingerprint !== acknowledge) {
      return err({ type: 'StrategyInUse', name, impact });
    }
    const { followed, strategies } = ports;
    if (followed !== undefined) {
      return deleteUpstreamFirst({ ...followed, strategies }, name, principal.name, options);
    }
    const deleted = await strategies.delete(name, principal.name, {
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
