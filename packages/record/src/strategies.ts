import {
  type BadData,
  type OfStrategy,
  type Ports,
  type ReadOptions,
  type StoreUnavailable,
  strategyUseCase,
  toResultAsync,
  unlessNoStrategy,
  useCase,
} from '@forewarn/core';
import { FairSemaphore } from '@forewarn/platform';
import { err, ok, okAsync, type ResultAsync } from 'neverthrow';
import { changedDefinition } from './changed-definition.ts';
import { MAX_LISTED_DEFINITIONS_LENGTH } from './limits.ts';
import type { StrategyDefinitions } from './strategy-definitions.ts';
import {
  type DefinitionChange,
  type DefinitionUpdate,
  listedLength,
  type StrategyDefinition,
} from './strategy-definition.ts';
import {
  badData,
  problemsOfNewStrategy,
  problemsOfStrategyUpdate,
  unlessProblems,
} from './problems-of.ts';

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

/** Maximum writes of one caller that wait to look whether there is room for them. */
const MAX_WAITING = 160;
/** One looks at a time: what is listed for that can be long. */
const TURNS = new FairSemaphore(1, MAX_WAITING);

/** Fails if no response could list the definitions with a new or a longer one: then all callers would lack them. */
const unlessFull = (
  { strategies }: { readonly strategies: Pick<StrategyDefinitions, 'list'> },
  named: string,
  made: (stored?: StrategyDefinition) => DefinitionUpdate,
  { signal, caller }: ReadOptions,
): ResultAsync<void, BadData | StoreUnavailable> =>
  TURNS.admit(signal, () => strategies.list({ signal }), caller).andThen((all) => {
    const stored = all.find(({ name }) => name === named);
    const added = listedLength(made(stored)) - (stored === undefined ? 0 : listedLength(stored));
    const length = all.reduce((sum, each) => sum + listedLength(each), added);
    return added <= 0 || length <= MAX_LISTED_DEFINITIONS_LENGTH ? ok() : err(FULL);
  });

const FULL = badData(
  '',
  `less text: all strategy definitions have at most ${MAX_LISTED_DEFINITIONS_LENGTH} characters`,
);

/** Adds a strategy definition. Needs CREATE_STRATEGY. */
export const makeRegisterStrategy = <Credentials>(
  ports: Ports<
    Credentials,
    { readonly strategies: Pick<StrategyDefinitions, 'register' | 'list'> }
  >,
) =>
  useCase(
    ports,
    'CREATE_STRATEGY',
    ({ definition }: { readonly definition: StrategyDefinition }, { name: by }, options) =>
      unlessProblems(problemsOfNewStrategy(definition))
        .asyncAndThen(() =>
          unlessFull(ports, definition.name, () => definition, { ...options, caller: by }),
        )
        .andThen(() => toResultAsync(ports.strategies.register(definition, by, options))),
  );

/** Updates, deprecates or reactivates a strategy definition. Needs UPDATE_STRATEGY. */
export const makeChangeStrategy = <Credentials>(
  ports: Ports<Credentials, { readonly strategies: Pick<StrategyDefinitions, 'change' | 'list'> }>,
) =>
  useCase(
    ports,
    'UPDATE_STRATEGY',
    ({ name, change }: OfStrategy & { readonly change: DefinitionChange }, { name: by }, options) =>
      unlessProblems(change.kind === 'update' ? problemsOfStrategyUpdate(change.update) : [])
        .andThen(() => unlessNoStrategy(name))
        .asyncAndThen(() =>
          change.kind === 'update'
            ? unlessFull(
                ports,
                name,
                // It keeps the texts that it omits.
                (stored) => (stored ? changedDefinition(stored, change).data : change.update),
                { ...options, caller: by },
              )
            : okAsync(),
        )
        .andThen(() => toResultAsync(ports.strategies.change(name, change, by, options))),
  );
