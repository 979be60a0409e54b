import type {
  StrategyNotFound,
  BadData,
  OwnedByUpstream,
  StrategyExists,
  StrategyNotEditable,
} from '../errors.ts';
import type { StrategyChange, StrategyDefinition } from '../model/strategy-definition.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import type { StrategyRepository } from '../ports/strategy-repository.ts';
import { problemsOfNewStrategy, problemsOfStrategyUpdate } from '../rules/problems-of.ts';
import { makeAdmit } from './admit.ts';
import { type Ownership, unlessOwned, unlessProblems, unlessNoStrategy } from './checks.ts';
import type { UseCase } from './use-case.ts';

/** Returns a strategy definition. Authentication is enough. */
export type FindStrategy<Credentials> = UseCase<
  Credentials,
  { readonly name: string },
  StrategyDefinition,
  StrategyNotFound
>;

/** Makes the use case {@link FindStrategy}. */
export function makeFindStrategy<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'find'>;
}): FindStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, name, signal }) =>
    admit({ credentials, admissions, permission: undefined, signal })
      .andThrough(() => unlessNoStrategy(name))
      .andThen(() => ports.strategies.find(name, { signal }));
}

/** Returns all strategy definitions, in ascending byte order of name. Authentication is enough. */
export type ListStrategies<Credentials> = UseCase<
  Credentials,
  unknown,
  readonly StrategyDefinition[]
>;

/** Makes the use case {@link ListStrategies}. */
export function makeListStrategies<Credentials>(ports: {
  readonly authorizer: Authorizer<Credentials>;
  readonly strategies: Pick<StrategyRepository, 'list'>;
}): ListStrategies<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, signal }) =>
    admit({ credentials, admissions, permission: undefined, signal }).andThen(() =>
      ports.strategies.list({ signal }),
    );
}

/** Adds a strategy definition. Needs CREATE_STRATEGY. */
export type RegisterStrategy<Credentials> = UseCase<
  Credentials,
  { readonly definition: StrategyDefinition },
  void,
  BadData | OwnedByUpstream | StrategyExists
>;

/** Makes the use case {@link RegisterStrategy}. */
export function makeRegisterStrategy<Credentials>(
  ports: Ownership & {
    readonly authorizer: Authorizer<Credentials>;
    readonly strategies: Pick<StrategyRepository, 'register'>;
  },
): RegisterStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, definition, signal }) =>
    admit({ credentials, admissions, permission: 'CREATE_STRATEGY', signal })
      .andThrough(() => unlessOwned(ports))
      .andThrough(() => unlessProblems(problemsOfNewStrategy(definition)))
      .andThen((principal) => ports.strategies.register(definition, principal.name, { signal }));
}

/** Updates, deprecates or reactivates a strategy definition. Needs UPDATE_STRATEGY. */
export type ChangeStrategy<Credentials> = UseCase<
  Credentials,
  { readonly name: string; readonly change: StrategyChange },
  void,
  BadData | OwnedByUpstream | StrategyNotFound | StrategyNotEditable
>;

/** Makes the use case {@link ChangeStrategy}. */
export function makeChangeStrategy<Credentials>(
  ports: Ownership & {
    readonly authorizer: Authorizer<Credentials>;
    readonly strategies: Pick<StrategyRepository, 'change'>;
  },
): ChangeStrategy<Credentials> {
  const admit = makeAdmit(ports);
  return ({ credentials, admissions, name, change, signal }) =>
    admit({ credentials, admissions, permission: 'UPDATE_STRATEGY', signal })
      .andThrough(() => unlessOwned(ports))
      .andThrough(() =>
        unlessProblems(change.kind === 'update' ? problemsOfStrategyUpdate(change.update) : []),
      )
      .andThrough(() => unlessNoStrategy(name))
      .andThen((principal) => ports.strategies.change(name, change, principal.name, { signal }));
}
