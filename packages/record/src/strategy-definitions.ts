import type {
  CallOptions,
  PortResult,
  StoreUnavailable,
  StrategyNotEditable,
  StrategyNotFound,
} from '@forewarn/core';
import type { DefinitionChange, StrategyDefinition } from './strategy-definition.ts';
import type { StrategyExists } from './errors.ts';

/** The strategy definitions. A new store must hold `BUILT_IN_STRATEGY_DEFINITIONS`. */
export interface StrategyDefinitions {
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
   * Applies `changedDefinition` to a strategy definition and, in the same atomic step, records the event that it returns.
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
    change: DefinitionChange,
    by: string,
    options?: CallOptions,
  ): PortResult<void, StrategyNotFound | StrategyNotEditable | StoreUnavailable>;
}
