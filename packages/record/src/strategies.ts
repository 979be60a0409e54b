import {
  type OfStrategy,
  type Ports,
  strategyUseCase,
  toResultAsync,
  unlessNoStrategy,
  useCase,
} from '@forewarn/core';
import type { StrategyDefinitions } from './strategy-definitions.ts';
import type { DefinitionChange, StrategyDefinition } from './strategy-definition.ts';
import { problemsOfNewStrategy, problemsOfStrategyUpdate, unlessProblems } from './problems-of.ts';

/** Returns a strategy definition. Authentication is enough. */
export const makeFindStrategy = <Credentials>(
  ports: Ports<Credentials, { readonly strategies: Pick<StrategyDefinitions, 'find'> }>,
) =>
  strategyUseCase(ports, undefined, ({ name }: OfStrategy, _principal, options) =>
    ports.strategies.find(name, options),
  );

/** Returns all strategy definitions, in ascending byte order of name. Authentication is enough. */
export const makeListStrategies = <Credentials>(
  ports: Ports<Credentials, { readonly strategies: Pick<StrategyDefinitions, 'list'> }>,
) =>
  useCase(ports, undefined, (_input: unknown, _principal, options) =>
    ports.strategies.list(options),
  );

/** Adds a strategy definition. Needs CREATE_STRATEGY. */
export const makeRegisterStrategy = <Credentials>(
  ports: Ports<Credentials, { readonly strategies: Pick<StrategyDefinitions, 'register'> }>,
) =>
  useCase(
    ports,
    'CREATE_STRATEGY',
    ({ definition }: { readonly definition: StrategyDefinition }, { name: by }, options) =>
      unlessProblems(problemsOfNewStrategy(definition)).asyncAndThen(() =>
        toResultAsync(ports.strategies.register(definition, by, options)),
      ),
  );

/** Updates, deprecates or reactivates a strategy definition. Needs UPDATE_STRATEGY. */
export const makeChangeStrategy = <Credentials>(
  ports: Ports<Credentials, { readonly strategies: Pick<StrategyDefinitions, 'change'> }>,
) =>
  useCase(
    ports,
    'UPDATE_STRATEGY',
    ({ name, change }: OfStrategy & { readonly change: DefinitionChange }, { name: by }, options) =>
      unlessProblems(change.kind === 'update' ? problemsOfStrategyUpdate(change.update) : [])
        .andThen(() => unlessNoStrategy(name))
        .asyncAndThen(() => toResultAsync(ports.strategies.change(name, change, by, options))),
  );
