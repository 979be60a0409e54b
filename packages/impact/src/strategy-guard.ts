import type {
  CallOptions,
  ChangeRequestKey,
  PortResult,
  StoreUnavailable,
  StrategyNotEditable,
  StrategyNotFound,
} from '@forewarn/core';
import type { PreconditionFailed, ProjectCoverage, StrategyDefinition } from '@forewarn/record';

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

/** Finds what uses a strategy definition, and deletes one only while its use stays the same. `E` is the errors that a decorator adds. */
export interface StrategyGuard<E = never> {
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
   * Deletes a strategy definition as `StrategyDeletion.delete` does, unless its use forbids it.
   *
   * - It must return `PreconditionFailed`, and keep the definition, when `isAllowed` rejects its use at the moment of the
   *   delete. A concurrent put, putAll or import that touches the definition must be part of that use, or take effect
   *   after the delete.
   *
   * @param name a valid name (`isName`)
   * @param by the name of the principal
   * @param isAllowed whether the definition may be deleted, given its use. It must be pure: a store may call it more than
   *   once. An error that it throws is a bug and is thrown on.
   */
  deleteIf(
    name: string,
    by: string,
    isAllowed: (use: StrategyUse) => boolean,
    options?: CallOptions,
  ): PortResult<
    void,
    StrategyNotFound | StrategyNotEditable | PreconditionFailed | StoreUnavailable | E
  >;
}
