import { okAsync } from 'neverthrow';
import { type WrongStore, all, at, withOwn, wrong } from './wrong-store.ts';

const leasesAcquire = at('leases.acquire');
const leasesRelease = at('leases.release');
const originsClaim = at('origins.claim');
const originsReplace = at('origins.replace');

const LEASES = 'LeaseRepository';
const ORIGINS = 'OriginRepository';

const wrongLeases = wrong([LEASES], {
  'gives a lease to every holder': leasesAcquire.returning(() => true),
  'does not renew the lease of its holder': leasesAcquire.passing(({ leases }, request) => {
    const isHolder = leases.some(
      ({ name, holder }) => name === request.name && holder === request.holder,
    );
    return [isHolder ? { ...request, holder: 'another' } : request];
  }),
  'keeps the time of a lease that is renewed': leasesAcquire.around((state, request) => {
    const before = state.leases.find(
      ({ name, holder }) => name === request.name && holder === request.holder,
    );
    return () => {
      if (before === undefined) return;
      state.leases = state.leases.map((each) => (each.name === request.name ? before : each));
    };
  }),
  'keeps an expired lease for its holder': leasesAcquire.around((state) => {
    state.leases = state.leases.map((each) => ({ ...each, expiresAt: Infinity }));
  }),
  'gives an expired lease back to its former holder': withOwn(
    () => new Set<string>(),
    (former) =>
      leasesAcquire.around((state, request) => {
        for (const { name, holder } of state.leases) former.add(`${name} ${holder}`);
        if (!former.has(`${request.name} ${request.holder}`)) return;
        state.leases = state.leases.filter(({ name }) => name !== request.name);
      }),
  ),
  'takes milliseconds for seconds': leasesAcquire.passing((_, request) => [
    { ...request, ttlMs: request.ttlMs * 1_000 },
  ]),
  'sets the time of a lease that another one has': leasesAcquire.after(
    (state, isAcquired, { ttlMs }) => {
      if (isAcquired) return;
      const expiresAt = Date.now() + ttlMs;
      state.leases = state.leases.map((each) => ({ ...each, expiresAt }));
    },
  ),
  'keeps a released lease until its time is over': leasesRelease.instead(() => okAsync()),
  'releases the lease of any holder': leasesRelease.passing(({ leases }, lease) => {
    const { holder = '' } = leases.find(({ name }) => name === lease.name) ?? {};
    return [{ ...lease, holder }];
  }),
  'ignores the case of names': all(
    leasesAcquire.passing((_, request) => [{ ...request, name: request.name.toLowerCase() }]),
    leasesRelease.passing((_, lease) => [{ ...lease, name: lease.name.toLowerCase() }]),
  ),
});

const wrongOrigins = wrong([ORIGINS], {
  'follows the last upstream that claims it': originsClaim.instead(
    ({ right: { origins } }, origin) => origins.replace(origin).map(() => origin),
  ),
  'tells each upstream that it is followed': originsClaim.returning((_, _state, origin) => origin),
  'forgets the id of an upstream': originsClaim.passing((_, { url }) => [{ url }]),
  'takes an id from a later claim': originsClaim.returning((stored, _, origin) => ({
    ...origin,
    ...stored,
  })),
  'replaces no upstream': originsReplace.instead(({ right: { origins } }, origin) =>
    origins.claim(origin).map(() => undefined),
  ),
  'replaces only the address of an upstream': originsReplace.passing((state, origin) => [
    { ...state.origin, ...origin },
  ]),
  'returns the origin that it keeps': originsClaim.returning(
    (claimed, { origin }) => origin ?? claimed,
  ),
});

/** Stores with wrong leases, or that remember the wrong upstream. */
export const wrongFollowers: readonly WrongStore[] = [...wrongLeases, ...wrongOrigins];
