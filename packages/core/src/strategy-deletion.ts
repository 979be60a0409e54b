import type { StoreUnavailable, StrategyNotEditable, StrategyNotFound } from './errors.ts';
import type { CallOptions } from './call-options.ts';
import type { PortResult } from './port-result.ts';

/** Deletes strategy definitions. `E` is the errors that a decorator adds. */
export interface StrategyDeletion<E = never> {
  /**
   * Removes a strategy definition and, in the same atomic step, records one `strategy-deleted` event with the whole
   * definition as `preData`.
   *
   * - It must return `StrategyNotFound` when no definition has that name, compared byte for byte.
   * - It must return `StrategyNotEditable`, and keep the definition, for a built-in one.
   * - Of concurrent deletes of one name, exactly one must succeed and exactly one event exist; the others must return
   *   `StrategyNotFound`.
   *
   * @param name a valid name (`isName`)
   * @param by the name of the principal
   */
  delete(
    name: string,
    by: string,
    options?: CallOptions,
  ): PortResult<void, StrategyNotFound | StrategyNotEditable | StoreUnavailable | E>;
}
