import type { ResultAsync } from 'neverthrow';
import type {
  StoreUnavailable,
  StrategyExists,
  StrategyNotEditable,
  StrategyNotFound,
} from '../errors.ts';
import type { StrategyDefinition } from '../model/strategy-definition.ts';

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
