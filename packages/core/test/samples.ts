import type { Authorizer, FeatureChanges, ScheduledChangeRequest } from '@forewarn/core';
import { errAsync, okAsync } from 'neverthrow';

export const LIVE = { kind: 'live' } as const;
export const NONE = { kind: 'none' } as const;

/** Returns what each number below a count makes. */
export const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns the changes of a feature, which are only actions. */
export const changing = (name: string, ...actions: readonly string[]): FeatureChanges => ({
  name,
  changes: actions.map((action) => ({ action })),
});

/** Returns a change request that changes nothing, with the given fields. */
export const changeRequest = (
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest => ({
  id: 1,
  project: 'shop',
  environment: 'production',
  state: 'Scheduled',
  features: [],
  segments: [],
  ...given,
});

/** The same that changes the feature `checkout`. */
export const changingCheckout = (
  given: Partial<ScheduledChangeRequest> = {},
): ScheduledChangeRequest =>
  changeRequest({ features: [changing('checkout', 'updateEnabled')], ...given });

export interface Reader {
  readonly name: string;
  readonly readable: string;
}

/** The credentials are the projects that the caller may read, separated by spaces. */
export const readers: Authorizer<string, Reader> = {
  authenticate: (readable) => okAsync({ name: 'alice', readable }),
  authorize: ({ readable }, permission, scope) =>
    permission === 'DELETE_STRATEGY' || readable.split(' ').includes(scope.projectId ?? '')
      ? okAsync()
      : errAsync({ type: 'NoAccess', permission, ...scope }),
};
