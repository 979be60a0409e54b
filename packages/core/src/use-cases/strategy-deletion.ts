import { err, errAsync, ok, okAsync, type Result, ResultAsync } from 'neverthrow';
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
import type { StrategyImpact } from '../model/impact.ts';
import type { Principal } from '../model/permission.ts';
import type { CallOptions } from '../ports/call-options.ts';
import type { EventRepository } from '../ports/event-repository.ts';
import { attempt, toResultAsync } from '../ports/port-result.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import type { KeyedMutex } from '../ports/keyed-mutex.ts';
import type { Upstream } from '../ports/upstream.ts';
import { isFingerprintOf, useText } from '../rules/fingerprint-of.ts';
import { badData } from '../rules/problems-of.ts';
import { notBeforeNow, withoutPrecondition } from './checks.ts';
import { lookAtStrategy, type StrategyImpactPorts } from './strategy-impact.ts';
import { type OfStrategy, type Ports, strategyUseCase, type UseCase } from './use-case.ts';

type DeleteError = StrategyNotFound | StrategyNotEditable | StoreUnavailable;

type CopyError = DeleteError | UpstreamRefused | UpstreamUnavailable;

/** The ports behind the copies of an upstream. */
export interface CopyPorts {
  readonly strategies: Pick<StrategyRepository, 'find' | 'delete'>;
  readonly events: Pick<EventRepository, 'list'>;
  readonly upstream: Pick<Upstream, 'principal' | 'deleteStrategy' | 'sync'>;
  /** Deletes with and without a guard share it, by name. */
  readonly mutex: KeyedMutex;
}

/** Where a definition is deleted first, if it is copied. */
interface Copied {
  readonly copied?: CopyPorts | undefined;
}

/** Where definitions are not copied, so that no error of an upstream is possible. */
interface Uncopied {
  readonly copied?: undefined;
}

type DeletePorts<Credentials> = Ports<Credentials, { strategies: 'delete' }>;

/** Deletes a strategy definition. Needs DELETE_STRATEGY. */
export function makeDeleteStrategy<Credentials>(
  ports: DeletePorts<Credentials> & Uncopied,
): UseCase<Credentials, OfStrategy, void, DeleteError>;
export function makeDeleteStrategy<Credentials>(
  ports: DeletePorts<Credentials> & Copied,
): UseCase<Credentials, OfStrategy, void, CopyError>;
export function makeDeleteStrategy<Credentials>(ports: DeletePorts<Credentials> & Copied) {
  return strategyUseCase(
    ports,
    'DELETE_STRATEGY',
    ({ name }: OfStrategy, { name: by }, options): ResultAsync<void, CopyError> => {
      const { copied, strategies } = ports;
      if (copied === undefined) {
        return toResultAsync(strategies.delete(name, by, options)).mapErr(withoutPrecondition);
      }
      return inTurn(copied, name, options, () => deleteUpstreamFirst(copied, name, by, options));
    },
  );
}

/** Deletes of one copy wait for each other, so that the later ones find it gone. */
const inTurn = <T, E>(
  { strategies, mutex }: CopyPorts,
  name: string,
  options: CallOptions,
  remove: () => ResultAsync<T, E>,
) =>
  attempt(
    () => false,
    options,
    () =>
      mutex.run(name, options.signal, async () =>
        toResultAsync(strategies.find(name, options)).andThen(
          ({ editable }): ResultAsync<T, E | StrategyNotEditable> =>
            editable ? remove() : errAsync({ type: 'StrategyNotEditable', name }),
        ),
      ),
  );

/**
 * Deletes a strategy definition in the upstream, and then its copy here. If the second fails, the next sync repeats it. An
 * upstream may confirm each of several concurrent deletes, so the one that deletes the copy succeeds.
 */
function deleteUpstreamFirst(
  ports: CopyPorts,
  name: string,
  by: string,
  options: CallOptions,
): ResultAsync<void, CopyError> {
  return toResultAsync(ports.upstream.deleteStrategy(name, options)).andThen((outcome) =>
    // Without a precondition, because the upstream has already deleted it.
    toResultAsync(ports.strategies.delete(name, by, options))
      .mapErr(withoutPrecondition)
      .orElse((error) => {
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
  { events, upstream }: CopyPorts,
  name: string,
  options: CallOptions,
): ResultAsync<boolean, StoreUnavailable> =>
  toResultAsync(events.list({ type: 'strategy-deleted', limit: RECENT }, options)).map((page) => {
    const deleted = page.events.find(
      ({ type, preData }) => type === 'strategy-deleted' && preData.name === name,
    );
    return deleted?.createdBy === upstream.principal;
  });

/** A delete that an impact can prevent. */
export interface GuardedCommand extends OfStrategy {
  /** The fingerprint of the only impact that the delete may have; absent when it may have none. */
  readonly acknowledge?: string | undefined;
}

type Checked = Pick<StrategyImpact, 'asOf'>;

type RefusedError = BadData | StrategyInUse | AuthorizerUnavailable;

type GuardedError = CopyError | RefusedError;

type GuardedPorts<Credentials> = StrategyImpactPorts<Credentials> & DeletePorts<Credentials>;

/**
 * Deletes a strategy definition, unless something scheduled in any project touches or may touch it. Needs
 * DELETE_STRATEGY. With an upstream, it copies everything first; the check and the delete are not atomic. Returns the time of
 * the oldest data behind the check, if any has one.
 */
export function makeGuardedDeleteStrategy<Credentials>(
  ports: GuardedPorts<Credentials> & Uncopied,
): UseCase<Credentials, GuardedCommand, Checked, DeleteError | RefusedError>;
export function makeGuardedDeleteStrategy<Credentials>(
  ports: GuardedPorts<Credentials> & Copied,
): UseCase<Credentials, GuardedCommand, Checked, GuardedError>;
export function makeGuardedDeleteStrategy<Credentials>(ports: GuardedPorts<Credentials> & Copied) {
  return strategyUseCase(
    ports,
    'DELETE_STRATEGY',
    (command: GuardedCommand, principal, options): ResultAsync<Checked, GuardedError> =>
      new ResultAsync(deleteGuarded(ports, principal, command, options)),
  );
}

async function deleteGuarded(
  ports: GuardedPorts<unknown> & Copied,
  principal: Principal,
  command: GuardedCommand,
  options: CallOptions,
): Promise<Result<Checked, GuardedError>> {
  const { copied } = ports;
  const { name, acknowledge } = command;
  if (acknowledge !== undefined && !(await isFingerprintOf(name, acknowledge))) {
    const expected = 'a fingerprint of an impact of this strategy definition';
    return err(badData('acknowledge', expected));
  }
  if (copied === undefined) return deleteIfUnused(ports, principal, command, options);
  return inTurn(copied, name, options, () =>
    toResultAsync(copied.upstream.sync(options)).andThen(
      () => new ResultAsync(deleteIfUnused(ports, principal, command, options)),
    ),
  );
}

/** Maximum attempts to delete a definition whose use keeps changing. */
const MAX_ATTEMPTS = 5;

async function deleteIfUnused(
  ports: GuardedPorts<unknown> & Copied,
  principal: Principal,
  { name, acknowledge }: GuardedCommand,
  options: CallOptions,
): Promise<Result<Checked, GuardedError>> {
  const look = lookAtStrategy(ports, principal, name, options);
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const notBefore = notBeforeNow(ports);
    const looked = await look(notBefore);
    if (looked.isErr()) return err(looked.error);
    const { use, text, isUnused, impact } = looked.value;
    if (!use.definition.editable) return err({ type: 'StrategyNotEditable', name });
    if (!isUnused && impact.fingerprint !== acknowledge) {
      return err({ type: 'StrategyInUse', name, impact });
    }
    const { copied, strategies } = ports;
    if (copied !== undefined) {
      return deleteUpstreamFirst(copied, name, principal.name, options).map(() => impact);
    }
    const deleted = await strategies.delete(name, principal.name, {
      ...options,
      onlyIf: (now) => useText(now, notBefore) === text,
    });
    if (deleted.isOk()) return ok(impact);
    const { error } = deleted;
    if (error.type !== 'PreconditionFailed') return err(error);
  }
  const cause = new Error(
    `the use of the definition changed during each of ${MAX_ATTEMPTS} attempts`,
  );
  return err({ type: 'StoreUnavailable', cause });
}
