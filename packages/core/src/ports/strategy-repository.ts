import type { ResultAsync } from 'neverthrow';
import type {
  StoreUnavailable,
  StrategyExists,
  StrategyNotEditable,
  StrategyNotFound,
} from '../errors.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';
import type { StrategyChange } from '../rules/changed-strategy.ts';

/** The strategy definitions. A new store must hold `BUILT_IN_STRATEGY_DEFINITIONS`. */
export interface StrategyRepository {
  /**
   * Adds a strategy definition and, in the same atomic step, one `strategy-created` event with the definition as
   * `data`. It must answer `StrategyExists`, and change nothing, when there is one of that name.
   *
   * @param by the name of the principal
   */
  register(
    definition: StrategyDefinition,
    by: string,
  ): ResultAsync<void, StrategyExists | StoreUnavailable>;

  /** Answers all definitions, in ascending byte order of name. What it answers must be the caller's own. */
  list(): ResultAsync<readonly StrategyDefinition[], StoreUnavailable>;

  /**
   * Answers the definition of this name, compared byte for byte, as the caller's own; `StrategyNotFound` when there is
   * none.
   *
   * @param name a name as `isName` has it
   */
  find(name: string): ResultAsync<StrategyDefinition, StrategyNotFound | StoreUnavailable>;

  /**
   * Makes of a strategy definition what `changedStrategy` says and, in the same atomic step, records the event that it
   * gives.
   *
   * - What changes nothing, the same JSON text, must record no event.
   * - It must answer `StrategyNotFound` when there is none of that name, compared byte for byte.
   * - It must answer `StrategyNotEditable`, and change nothing, when it is a built-in one.
   * - Of any number of concurrent changes of one definition, each must take effect whole, one after the other: the
   *   `preData` of each event is what the change before it made.
   *
   * @param name a name as `isName` has it
   * @param by the name of the principal
   */
  change(
    name: string,
    change: StrategyChange,
    by: string,
  ): ResultAsync<void, StrategyNotFound | StrategyNotEditable | StoreUnavailable>;

  /**
   * Removes a strategy definition and, in the same atomic step, records one `strategy-deleted` event with the whole
   * definition as `preData`.
   *
   * - It must answer `StrategyNotFound` when there is none of that name, compared byte for byte.
   * - It must answer `StrategyNotEditable`, and keep the definition, when it is a built-in one.
   * - Of any number of concurrent deletes of one name, exactly one must succeed and exactly one event exist; the
   *   others get `StrategyNotFound`.
   *
   * @param name a name as `isName` has it
   * @param by the name of the principal
   */
  delete(
    name: string,
    by: string,
  ): ResultAsync<void, StrategyNotFound | StrategyNotEditable | StoreUnavailable>;
}
