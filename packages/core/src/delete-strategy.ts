import type { StrategyNotEditable, StrategyNotFound } from './errors.ts';
import type { StrategyDeletion } from './strategy-deletion.ts';
import { type OfStrategy, type Ports, strategyUseCase, type UseCase } from './use-case.ts';

/**
 * Deletes a strategy definition. Needs DELETE_STRATEGY. It does not ask what uses the definition: a decorator does that, such as
 * the guard of `@forewarn/impact`.
 *
 * @typeParam E the errors that a decorator of the port adds
 */
export const makeDeleteStrategy = <Credentials, E = never>(
  ports: Ports<Credentials, { readonly strategies: StrategyDeletion<E> }>,
): UseCase<Credentials, OfStrategy, void, StrategyNotFound | StrategyNotEditable | E> =>
  strategyUseCase(ports, 'DELETE_STRATEGY', ({ name }: OfStrategy, { name: by }, options) =>
    ports.strategies.delete(name, by, options),
  );
