/**
 * Use cases over a memory store, for unit tests.
 *
 * @module @forewarn/use-cases/testing
 */
import type { Authorizer, Permission, ScheduledChangeRequest } from '@forewarn/core';
import type { StrategyDefinition } from '@forewarn/record';
import type { Store } from '@forewarn/store';
import { createMemoryStore } from '@forewarn/store-memory';
import { errAsync, okAsync } from 'neverthrow';
import { makeUseCases, type UseCases } from './make-use-cases.ts';

/** What a test starts from. */
export interface Given {
  /** The permissions of the caller, in all projects. Default: none. */
  readonly may?: readonly Permission[];
  /**
   * Change requests. Without an id, one has its place in the list, from 1; without a project or an environment, it is of the
   * project `default` and of `production`.
   */
  readonly scheduled?: readonly Partial<ScheduledChangeRequest>[];
  /** Strategy definitions, or their names. */
  readonly strategies?: readonly (string | StrategyDefinition)[];
  /** The ids of projects besides `default` and those of `scheduled`. */
  readonly projects?: readonly string[];
}

/** Leaves out the credentials of an input. */
type Uncredentialed<Input> = Input extends unknown ? Omit<Input, 'credentials'> : never;

/** Every use case, called by the one caller of the test, and the store behind them. */
export type UseCasesOfTest = { readonly store: Store } & {
  readonly [Name in keyof Made]: (
    input: Uncredentialed<Parameters<Made[Name]>[0]>,
  ) => ReturnType<Made[Name]>;
};

type Made = UseCases<undefined>;

/** Makes every use case for a caller and a store. Throws a TypeError that names the first invalid entry. */
export function given({
  may = [],
  scheduled = [],
  strategies = [],
  projects = [],
}: Given): UseCasesOfTest {
  const changeRequests = scheduled.map((entry, index): ScheduledChangeRequest => ({
    id: index + 1,
    project: 'default',
    environment: 'production',
    state: 'Scheduled',
    features: [],
    segments: [],
    ...entry,
  }));
  const ids = new Set(['default', ...projects, ...changeRequests.map(({ project }) => project)]);
  const store = createMemoryStore({
    projects: Array.from(ids, (id) => ({ id, name: id })),
    changeRequests,
    strategies: strategies.map((each) => (typeof each === 'string' ? definitionOf(each) : each)),
  });
  const useCases = makeUseCases<undefined>({ authorizer: authorizerOf(may), store });
  const called = Object.entries<(input: object) => unknown>(useCases as never).map(
    ([name, useCase]) => [name, (input: object) => useCase({ ...input, credentials: undefined })],
  );
  return { ...Object.fromEntries(called), store } as UseCasesOfTest;
}

/** Authenticates every caller, and permits the same in all projects. */
const authorizerOf = (may: readonly Permission[]): Authorizer<undefined> => ({
  authenticate: () => okAsync({ name: 'tester' }),
  authorize: (_principal, permission, scope) =>
    may.includes(permission) || may.includes('ADMIN')
      ? okAsync()
      : errAsync({ type: 'NoAccess', permission, ...scope }),
});

const definitionOf = (name: string): StrategyDefinition => ({
  name,
  parameters: [],
  deprecated: false,
  editable: true,
});
