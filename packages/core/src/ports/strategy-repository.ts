import type {
  PreconditionFailed,
  StoreUnavailable,
  StrategyExists,
  StrategyNotEditable,
  StrategyNotFound,
} from '../errors.ts';
import type { ProjectCoverage } from '../model/project.ts';
import type { ChangeRequestKey } from '../model/scheduled-change-request.ts';
import type { StrategyChange, StrategyDefinition } from '../model/strategy-definition.ts';
import type { CallOptions } from './call-options.ts';
import type { PortResult } from './port-result.ts';

/** A state of a change request. */
export interface ChangeRequestVersion extends ChangeRequestKey {
  /**
   * Another one for another JSON text, such as a hash of it. In the use of a definition that is not editable, and so can't
   * be deleted, it may be any text.
   */
  readonly version: string;
}

/** A strategy definition and what touches or may touch it in all projects, all of one moment. */
export interface StrategyUse {
  readonly definition: StrategyDefinition;
  /** All projects, in ascending byte order of id. */
  readonly projects: readonly ProjectCoverage[];
  /** The scheduled change requests that touch it, in ascending byte order of project and then of id. */
  readonly touching: readonly ChangeRequestVersion[];
  /** Those with a doubt that covers it, in the same order. */
  readonly doubtful: readonly ChangeRequestVersion[];
}

/** The options of a conditional delete. */
export interface StrategyDeleteOptions extends CallOptions {
  /**
   * Tells whether the definition may be deleted, given its use. It must be pure: a store may call it more than once. An
   * error that it throws is a bug and is thrown on. Without it, the delete is unconditional.
   */
  readonly onlyIf?: ((use: StrategyUse) => boolean) | undefined;
}

/** The strategy definitions. A new store must hold `BUILT_IN_STRATEGY_DEFINITIONS`. */
export interface StrategyRepository {
  /**
   * Adds a strategy definition and, in the same atomic step, one `strategy-created` event with the definition as
   * `data`. When a definition with that name exists, it must return `StrategyExists` and change nothing.
   *
   * @param by the name of the principal
   */
  register(
    definition: StrategyDefinition,
    by: string,
    options?: CallOptions,
  ): PortResult<void, StrategyExists | StoreUnavailable>;

  /** Returns all definitions, in ascending byte order of name. The result must be the caller's own. */
  list(options?: CallOptions): PortResult<readonly StrategyDefinition[], StoreUnavailable>;

  /**
   * Returns the definition with this name, compared byte for byte, as the caller's own; `StrategyNotFound` when there
   * is none.
   *
   * @param name a valid name (`isName`)
   */
  find(
    name: string,
    options?: CallOptions,
  ): PortResult<StrategyDefinition, StrategyNotFound | StoreUnavailable>;

  /**
   * Returns the definition with this name, compared byte for byte, with its use. It must return `StrategyNotFound` when
   * there is none.
   *
   * @param name a valid name (`isName`)
   */
  findUse(
    name: string,
    options?: CallOptions,
  ): PortResult<StrategyUse, StrategyNotFound | StoreUnavailable>;

  /**
   * Applies `changedStrategy` to a strategy definition and, in the same atomic step, records the event that it returns.
   *
   * - A change that leaves the same JSON text must record no event.
   * - It must return `StrategyNotFound` when no definition has that name, compared byte for byte.
   * - It must return `StrategyNotEditable`, and change nothing, for a built-in definition.
   * - Concurrent changes of one definition must take effect one after the other, each as a whole: the `preData` of
   *   each event is the result of the change before it.
   *
   * @param name a valid name (`isName`)
   * @param by the name of the principal
   */
  change(
    name: string,
    change: StrategyChange,
    by: string,
    options?: CallOptions,
  ): PortResult<void, StrategyNotFound | StrategyNotEditable | StoreUnavailable>;

  /**
   * Removes a strategy definition and, in the same atomic step, records one `strategy-deleted` event with the whole
   * definition as `preData`.
   *
   * - It must return `StrategyNotFound` when no definition has that name, compared byte for byte.
   * - It must return `StrategyNotEditable`, and keep the definition, for a built-in one.
   * - Of concurrent deletes of one name, exactly one must succeed and exactly one event exist; the others must return
   *   `StrategyNotFound`.
   * - It must return `PreconditionFailed`, and keep the definition, when `onlyIf` rejects its use at the moment of the
   *   delete. A concurrent put, putAll or import that touches the definition must be part of that use, or take effect
   *   after the delete.
   *
   * @param name a valid name (`isName`)
   * @param by the name of the principal
   */
  delete(
    name: string,
    by: string,
    options?: StrategyDeleteOptions,
  ): PortResult<
    void,
    StrategyNotFound | StrategyNotEditable | PreconditionFailed | StoreUnavailable
  >;
}
