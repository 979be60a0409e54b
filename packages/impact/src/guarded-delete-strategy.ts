import {
  type AuthorizerUnavailable,
  type BadData,
  type CallOptions,
  type OfStrategy,
  type Principal,
  type StoreUnavailable,
  type StrategyNotEditable,
  type StrategyNotFound,
  strategyUseCase,
  type UseCase,
} from '@forewarn/core';
import { badData, type PreconditionFailed } from '@forewarn/record';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { StrategyInUse } from './errors.ts';
import type { StrategyImpact } from './impact.ts';
import type { StrategyGuard, StrategyUse } from './strategy-guard.ts';
import { isFingerprintOf, useText } from './fingerprint-of.ts';
import { dataOf } from './impact-report-of.ts';
import {
  explainStrategyUse,
  lookAtStrategy,
  type StrategyImpactPorts,
  type StrategyLook,
} from './strategy-impact.ts';

/** A delete that an impact can prevent. */
export interface GuardedCommand extends OfStrategy {
  /** The fingerprint of the only impact that the delete may have; absent when it may have none. */
  readonly acknowledge?: string | undefined;
}

/** The guard of strategy definitions, and what has to be done around a look and its delete. */
export interface GuardedStrategies<E = never> extends StrategyGuard<E> {
  /** Does the work, such as after it has copied everything. Absent where the store owns the definitions. */
  around?<T, F>(
    name: string,
    options: CallOptions,
    work: () => ResultAsync<T, F>,
  ): ResultAsync<T, F | E | StrategyNotFound | StrategyNotEditable | StoreUnavailable>;
}

type Checked = Pick<StrategyImpact, 'asOf'>;

type GuardedError<E> =
  | E
  | StrategyNotFound
  | StrategyNotEditable
  | StoreUnavailable
  | BadData
  | StrategyInUse
  | AuthorizerUnavailable;

type GuardedPorts<Credentials, E> = StrategyImpactPorts<Credentials> & {
  readonly strategies: GuardedStrategies<E>;
};

/**
 * Deletes a strategy definition, unless something scheduled in any project touches or may touch it. Needs
 * DELETE_STRATEGY. Returns the time of the oldest data behind the check, if any has one.
 *
 * @typeParam E the errors that a decorator of the port adds
 */
export const makeGuardedDeleteStrategy = <Credentials, E = never>(
  ports: GuardedPorts<Credentials, E>,
): UseCase<Credentials, GuardedCommand, Checked, GuardedError<E>> =>
  strategyUseCase(
    ports,
    'DELETE_STRATEGY',
    (command: GuardedCommand, principal, options): ResultAsync<Checked, GuardedError<E>> =>
      new ResultAsync(deleteGuarded(ports, principal, command, options)),
  );

async function deleteGuarded<E>(
  ports: GuardedPorts<unknown, E>,
  principal: Principal,
  command: GuardedCommand,
  options: CallOptions,
): Promise<Result<Checked, GuardedError<E>>> {
  const { name, acknowledge } = command;
  if (acknowledge !== undefined && !(await isFingerprintOf(name, acknowledge))) {
    const expected = 'a fingerprint of an impact of this strategy definition';
    return err(badData('acknowledge', expected));
  }
  const work = () => new ResultAsync(deleteIfUnused(ports, principal, command, options));
  const { strategies } = ports;
  return strategies.around === undefined ? work() : strategies.around(name, options, work);
}

/** Maximum attempts to delete a definition whose use keeps changing. */
const MAX_ATTEMPTS = 5;

async function deleteIfUnused<E>(
  ports: GuardedPorts<unknown, E>,
  principal: Principal,
  { name, acknowledge }: GuardedCommand,
  options: CallOptions,
): Promise<Result<Checked, GuardedError<E>>> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const looked = await lookAtStrategy(ports, name, options);
    if (looked.isErr()) return err(looked.error);
    const { use, text, isUnused, notBefore } = looked.value;
    if (!use.definition.editable) return err({ type: 'StrategyNotEditable', name });
    const checked = isUnused
      ? ok(dataOfUnused(looked.value))
      : await explainStrategyUse(ports, principal, looked.value, options).andThen((impact) =>
          impact.fingerprint === acknowledge
            ? ok(impact)
            : err({ type: 'StrategyInUse', name, impact } as const),
        );
    if (checked.isErr()) return err(checked.error);
    const isSame = (now: StrategyUse) => useText(now, notBefore) === text;
    const deleted = await ports.strategies.deleteIf(name, principal.name, isSame, options);
    if (deleted.isOk()) return ok(checked.value);
    const { error } = deleted;
    if (!isPreconditionFailed(error)) return err(error);
  }
  const cause = new Error(
    `the use of the definition changed during each of ${MAX_ATTEMPTS} attempts`,
  );
  return err({ type: 'StoreUnavailable', cause });
}

/** How current the data is that nothing was found in: that of all projects, since each of them has to be current. */
const dataOfUnused = ({ use, notBefore }: StrategyLook): Checked =>
  dataOf({
    coverage: use.projects.map(({ coverage }) => coverage),
    notBefore,
    hasUnreadableProjects: false,
  });

const isPreconditionFailed = (error: unknown): error is PreconditionFailed =>
  (error as PreconditionFailed).type === 'PreconditionFailed';
