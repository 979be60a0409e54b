import { ok, ResultAsync } from 'neverthrow';
import type { State } from './reference-state.ts';
import { aMoment, replacing, wrong, type WrongStore } from './wrong-store.ts';

const LEASES = 'LeaseRepository';

const LEASES_OF_ALL: State['leases'] = [];

const lower = (text: string): string => text.toLowerCase();

/** Stores with wrong leases. */
export const wrongLeases: readonly WrongStore[] = wrong([LEASES], {
  'gives a lease to every holder': replacing('leases', (right) => ({
    acquire: (request) => right.leases.acquire(request).map(() => true),
  })),
  'does not renew the lease of its holder': replacing('leases', (right, state) => ({
    acquire: (request) =>
      state.leases.some(({ name, holder }) => name === request.name && holder === request.holder)
        ? right.leases.acquire({ ...request, holder: 'another' })
        : right.leases.acquire(request),
  })),
  'keeps the time of a lease that is renewed': replacing('leases', (right, state) => ({
    acquire: (request) => {
      const before = state.leases.find(
        ({ name, holder }) => name === request.name && holder === request.holder,
      );
      return right.leases.acquire(request).andTee(() => {
        if (before === undefined) return;
        state.leases = state.leases.map((each) => (each.name === request.name ? before : each));
      });
    },
  })),
  'keeps an expired lease for its holder': replacing('leases', (right, state) => ({
    acquire: (request) => {
      state.leases = state.leases.map((each) => ({ ...each, expiresAt: Infinity }));
      return right.leases.acquire(request);
    },
  })),
  'gives an expired lease back to its former holder': replacing('leases', (right, state) => {
    const former = new Set<string>();
    return {
      acquire: (request) => {
        for (const { name, holder } of state.leases) former.add(`${name} ${holder}`);
        if (former.has(`${request.name} ${request.holder}`)) {
          state.leases = state.leases.filter(({ name }) => name !== request.name);
        }
        return right.leases.acquire(request);
      },
    };
  }),
  'takes milliseconds for seconds': replacing('leases', (right) => ({
    acquire: (request) => right.leases.acquire({ ...request, ttlMs: request.ttlMs * 1_000 }),
  })),
  'sets the time of a lease that another one has': replacing('leases', (right, state) => ({
    acquire: (request) =>
      right.leases.acquire(request).andTee((isAcquired) => {
        if (isAcquired) return;
        const expiresAt = Date.now() + request.ttlMs;
        state.leases = state.leases.map((each) => ({ ...each, expiresAt }));
      }),
  })),
  'looks whether a lease is free in an earlier step': replacing('leases', (right, state) => ({
    acquire: (request) => {
      const before = state.leases;
      return new ResultAsync(aMoment().then(() => ok(undefined))).andThen(() => {
        const now = state.leases;
        state.leases = before;
        return right.leases.acquire(request).andTee((isAcquired) => {
          if (!isAcquired) state.leases = now;
        });
      });
    },
  })),
  'keeps a released lease until its time is over': replacing('leases', (_, state) => ({
    release: () => ResultAsync.fromSafePromise(Promise.resolve(void state)),
  })),
  'releases the lease of any holder': replacing('leases', (right, state) => ({
    release: (lease) => {
      const { holder = '' } = state.leases.find(({ name }) => name === lease.name) ?? {};
      return right.leases.release({ ...lease, holder });
    },
  })),
  'ignores the case of names': replacing('leases', (right) => ({
    acquire: (request) => right.leases.acquire({ ...request, name: lower(request.name) }),
    release: (lease) => right.leases.release({ ...lease, name: lower(lease.name) }),
  })),
  'shares leases with other stores': replacing('leases', (right, state) => ({
    acquire: (request) => {
      state.leases = [...LEASES_OF_ALL];
      return right.leases.acquire(request).andTee(() => {
        LEASES_OF_ALL.splice(0, Infinity, ...state.leases);
      });
    },
  })),
  'records an event for a lease': replacing('leases', (right) => ({
    acquire: (request) =>
      right.projects
        .register({ id: request.name, name: request.holder }, request.holder)
        .orElse(() => ok())
        .andThen(() => right.leases.acquire(request)),
  })),
});
