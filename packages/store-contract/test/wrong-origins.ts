import { ok, ResultAsync } from 'neverthrow';
import type { State } from './reference-state.ts';
import { aMoment, replacing, wrong, type WrongStore } from './wrong-store.ts';

const ORIGINS = 'OriginRepository';

const ORIGIN_OF_ALL: Pick<State, 'origin'> = { origin: undefined };

/** Stores that remember the wrong upstream. */
export const wrongOrigins: readonly WrongStore[] = wrong([ORIGINS], {
  'follows the last upstream that claims it': replacing('origins', (right) => ({
    claim: (origin) => right.origins.replace(origin).map(() => origin),
  })),
  'tells each upstream that it is followed': replacing('origins', (right) => ({
    claim: (origin) => right.origins.claim(origin).map(() => origin),
  })),
  'forgets the id of an upstream': replacing('origins', (right) => ({
    claim: ({ url }) => right.origins.claim({ url }),
  })),
  'takes an id from a later claim': replacing('origins', (right) => ({
    claim: (origin) => right.origins.claim(origin).map((stored) => ({ ...origin, ...stored })),
  })),
  'looks for an upstream in an earlier step': replacing('origins', (right, state) => ({
    claim: (origin) => {
      const before = state.origin;
      return new ResultAsync(aMoment().then(() => ok(undefined))).andThen(() => {
        state.origin = before;
        return right.origins.claim(origin);
      });
    },
  })),
  'replaces no upstream': replacing('origins', (right) => ({
    replace: (origin) => right.origins.claim(origin).map(() => undefined),
  })),
  'replaces only the address of an upstream': replacing('origins', (right, state) => ({
    replace: (origin) => right.origins.replace({ ...state.origin, ...origin }),
  })),
  'returns the origin that it keeps': replacing('origins', (right, state) => ({
    claim: (origin) => right.origins.claim(origin).map((claimed) => state.origin ?? claimed),
  })),
  'shares its origin with other stores': replacing('origins', (right, state) => ({
    claim: (origin) => {
      state.origin = ORIGIN_OF_ALL.origin;
      return right.origins.claim(origin).andTee(() => {
        ORIGIN_OF_ALL.origin = state.origin;
      });
    },
  })),
  'records an event for an upstream': replacing('origins', (right) => ({
    claim: (origin) =>
      right.projects
        .register({ id: origin.url, name: origin.url }, 'sync')
        .orElse(() => ok())
        .andThen(() => right.origins.claim(origin)),
  })),
});
