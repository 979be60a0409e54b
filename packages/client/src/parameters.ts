import type { Refused } from './outcome.ts';

/** Returns the values of a query. */
export function namesIn(query: object): readonly unknown[] {
  // JavaScript callers can omit the query.
  return Object.values(query ?? {})
    .filter((value) => value !== undefined)
    .flat();
}

/** Whether a name can be sent unchanged. */
export const isName = (name: unknown): boolean =>
  typeof name === 'string' && name !== '' && name.isWellFormed();

/** The server would list nothing: a false all-clear for a script whose variable is not set. */
export const EMPTY_PARAMETER: Refused = {
  outcome: 'refused',
  failure: { type: 'NotSent', message: 'A parameter of the list is empty or malformed Unicode.' },
};
