import { errAsync, ResultAsync, okAsync, err, ok, type Result } from 'neverthrow';
import type {
  StoreUnavailable,
  StrategyNotEditable,
  StrategyNotFound,
  UpstreamRefused,
  UpstreamUnavailable,
  AuthorizerUnavailable,
  BadData,
  StrategyInUse,
} from '../errors.ts';
import type { Principal } from '../model/permission.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { EventRepository } from '../ports/event-repository.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import type { Turns } from '../ports/turns.ts';
import type { Upstream } from '../ports/upstream.ts';
import { isFingerprintOf, isUnused, useText } from '../rules/fingerprint-of.ts';
import { makeAdmit } from './admit.ts';
import { notBeforeNow, unlessNoStrategy } from './checks.ts';
import { lookAtStrategy, type StrategyImpactPorts } from './strategy-impact.ts';
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
    admit({ credentials, admissions, permission: 'DELETE_STRATEGY', signal })
      .andThrough(() => unlessNoStrategy(name))
      .andThen((principal) =>
        ports.strategies.delete(name, principal.name, { signal }).mapErr((error) => {
          if (error.type === 'PreconditionFailed') throw new Error('there is no precondition');
          return error;
        }),
      );
}

/** The ports that delete a copied strategy definition. */
export interface UpstreamDeletePorts {
  readonly strategies: Pick<StrategyRepository, 'delete'>;
  readonly events: EventRepository;
  readonly upstream: Pick<Upstream, 'principal' | 'deleteStrategy'>;
}

/** The errors of deleting a copied strategy definition. */
export type UpstreamDeleteError =
  | StrategyNotFound
  | StrategyNotEditable
  | UpstreamRefused
  | UpstreamUnavailable
  | StoreUnavailable;

/**
 * Deletes a strategy definition in the upstream, and then its copy here. If the second fails, the next sync repeats it. An
 * upstream may confirm each of several concurrent deletes, so the one that deletes the copy succeeds.
 */
export function deleteUpstreamFirst(
  ports: UpstreamDeletePorts,
  name: string,
  by: string,
  options: CallOptions,
): ResultAsync<void, UpstreamDeleteError> {
  const { strategies, upstream } = ports;
  return upstream.deleteStrategy(name, options).andThen((outcome) =>
    // Without a precondition, because the upstream has already deleted it.
    strategies.delete(name, by, options).orElse((error) => {
      if (error.type === 'PreconditionFailed') throw new Error('there is no precondition');
      if (error.type !== 'StrategyNotFound' || outcome === 'absent') return errAsync(error);
      return isDeletedBySync(ports, name, options).andThen((isDone) =>
        isDone ? okAsync() : errAsync(error),
      );
    }),
  );
}

/** The events of deletes that may have followed that of this definition meanwhile. */
const RECENT = 100;

/** Whether a sync deleted the copy, so that no other delete did. */
const isDeletedBySync = (
  { events, upstream }: UpstreamDeletePorts,
  name: string,
  options: CallOptions,
): ResultAsync<boolean, StoreUnavailable> =>
  events.list({ type: 'strategy-deleted', limit: RECENT }, options).map((page) => {
    const deleted = page.events.find(
      ({ type, preData }) => type === 'strategy-deleted' && preData.name === name,
    );
    return deleted?.createdBy === upstream.principal;
  });

interface CopiedDeletePorts<Credentials> extends UpstreamDeletePorts {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'find' | 'delete'>;
  /** Turns that these deletes share with guarded ones. */
  readonly turns: Turns;
}

/** Makes the use case {@link DeleteStrategy} for definitions that are copied from an upstream. */
export function makeDeleteCopiedStrategy<Credentials>(
  ports: CopiedDeletePorts<Credentials>,
): DeleteStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, name, signal }) =>
    admit({ credentials, admissions, permission: 'DELETE_STRATEGY', signal })
      .andThrough(() => unlessNoStrategy(name))
      .andThen((principal) =>
        ports.turns.run(name, signal, () => deleteCopied(ports, name, principal, { signal })),
      );
}

const deleteCopied = (
  ports: CopiedDeletePorts<unknown>,
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

interface GuardedPorts<Credentials> extends StrategyImpactPorts<Credentials> {
  readonly strategies: Pick<StrategyRepository, 'find' | 'findUse' | 'delete'>;
  /** Where the definition is deleted first, if it is copied. */
  readonly copied?: CopyPorts | undefined;
}

/** The ports behind the copies of an upstream. */
interface CopyPorts extends Omit<UpstreamDeletePorts, 'strategies'> {
  readonly upstream: Pick<Upstream, 'principal' | 'deleteStrategy' | 'sync'>;
  /** Turns that these deletes share with those without a guard. */
  readonly turns: Turns;
}

/** Makes the use case {@link GuardedDeleteStrategy}. */
export function makeGuardedDeleteStrategy<Credentials>(
  ports: GuardedPorts<Credentials>,
): GuardedDeleteStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, name, acknowledge, signal }) =>
    admit({ credentials, admissions, permission: 'DELETE_STRATEGY', signal })
      .andThrough(() => unlessNoStrategy(name))
      .andThen(
        (principal) =>
          new ResultAsync(deleteInTurn(ports, principal, { name, acknowledge }, { signal })),
      );
}

type Deleted = Result<void, DeleteError | StoreUnavailable | AuthorizerUnavailable>;

/** Deletes of one copy wait for each other, so that the later ones find it gone. */
async function deleteInTurn<Credentials>(
  ports: GuardedPorts<Credentials>,
  principal: Principal,
  command: Command,
  options: CallOptions,
): Promise<Deleted> {
  const { copied, strategies } = ports;
  const { name, acknowledge } = command;
  if (acknowledge !== undefined && !(await isFingerprintOf(name, acknowledge))) {
    const expected = 'a fingerprint of an impact of this strategy definition';
    return err({ type: 'BadData', problems: [{ path: 'acknowledge', expected }] });
  }
  if (copied === undefined) return deleteGuarded(ports, principal, command, options);
  return copied.turns.run(name, options.signal, async (): Promise<Deleted> => {
    const found = await strategies.find(name, options);
    if (found.isErr()) return err(found.error);
    if (!found.value.editable) return err({ type: 'StrategyNotEditable', name });
    const synced = await copied.upstream.sync(options);
    return synced.isErr() ? err(synced.error) : deleteGuarded(ports, principal, command, options);
  });
}

async function deleteGuarded<Credentials>(
  ports: GuardedPorts<Credentials>,
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
    const { copied, strategies } = ports;
    if (copied !== undefined) {
      return deleteUpstreamFirst({ ...copied, strategies }, name, principal.name, options);
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
