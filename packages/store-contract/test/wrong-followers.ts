import { toResultAsync } from '@forewarn/core';
import { okAsync } from 'neverthrow';
import { type WrongStore, all, at, withOwn, wrong } from './wrong-store.ts';

const leasesAcquire = at('leases.acquire');
const leasesRelease = at('leases.release');
const originsClaim = at('origins.claim');
const originsReplace = at('origins.replace');
const hidesProjects = at('origins.hidesProjects');

const LEASES = 'LeaseRepository';
const ORIGINS = 'OriginRepository';

const wrongLeases = wrong([LEASES], {
  'gives a lease to every holder': leasesAcquire.returning(() => true),
  'does not renew the lease of its holder': leasesAcquire.passing(({ leases }, request) => {
    const isHolder = leases.get(request.name)?.holder === request.holder;
    return [isHolder ? { ...request, holder: 'another' } : request];
  }),
  'keeps the time of a lease that is renewed': leasesAcquire.around((state, { name, holder }) => {
    const before = state.leases.get(name);
    return () => before?.holder === holder && state.leases.set(name, before);
  }),
  'keeps an expired lease for its holder': leasesAcquire.passing((_, request) => [
    { ...request, ttlMs: Infinity },
  ]),
  'gives an expired lease back to its former holder': withOwn(
    () => new Set<string>(),
    (former) =>
      leasesAcquire.around(({ leases }, { name, holder }) => {
        former.add(`${name} ${leases.get(name)?.holder}`);
        if (former.has(`${name} ${holder}`)) leases.delete(name);
      }),
  ),
  'takes milliseconds for seconds': leasesAcquire.passing((_, request) => [
    { ...request, ttlMs: request.ttlMs * 1_000 },
  ]),
  'sets the time of a lease that another one has': leasesAcquire.after(
    ({ leases }, _isAcquired, { name, ttlMs }) => {
      const { holder = '' } = leases.get(name) ?? {};
      leases.set(name, { holder, expiresAt: performance.now() + ttlMs });
    },
  ),
  'keeps a released lease until its time is over': leasesRelease.instead(() => okAsync()),
  'releases the lease of any holder': leasesRelease.passing(({ leases }, lease) => {
    const { holder = '' } = leases.get(lease.name) ?? {};
    return [{ ...lease, holder }];
  }),
  'ignores the case of names': all(
    leasesAcquire.passing((_, request) => [{ ...request, name: request.name.toLowerCase() }]),
    leasesRelease.passing((_, lease) => [{ ...lease, name: lease.name.toLowerCase() }]),
  ),
});

const wrongOrigins = wrong([ORIGINS], {
  'follows the last upstream that claims it': originsClaim.instead(
    ({ right: { origins } }, origin) => toResultAsync(origins.replace(origin)).map(() => origin),
  ),
  'tells each upstream that it is followed': originsClaim.returning((_, _state, origin) => origin),
  'forgets the id of an upstream': originsClaim.passing((_, { url }) => [{ url }]),
  'takes an id from a later claim': originsClaim.returning((stored, _, origin) => ({
    ...origin,
    ...stored,
  })),
  'replaces no upstream': originsReplace.instead(({ right: { origins } }, origin) =>
    toResultAsync(origins.claim(origin)).map(() => undefined),
  ),
  'replaces only the address of an upstream': originsReplace.passing((state, origin) => [
    { ...state.origin, ...origin },
  ]),
  'has all projects of any upstream': hidesProjects.returning(() => false),
  'lacks projects though it follows no upstream': hidesProjects.returning(
    (_, state) => state.hidesProjects,
  ),
  'keeps what it knew of another upstream': originsReplace.around((state) => {
    const { hidesProjects: hides } = state;
    return () => (state.hidesProjects = hides);
  }),
  'forgets at a claim that it has all projects': originsClaim.after((state) => {
    state.hidesProjects = true;
  }),
  'is told before it follows an upstream': at('origins.setHidesProjects').instead(
    ({ state }, hides) => {
      state.hidesProjects = hides;
      return okAsync();
    },
  ),
  'returns the origin that it keeps': originsClaim.returning(
    (claimed, { origin }) => origin ?? claimed,
  ),
});

/** Stores with wrong leases, or that remember the wrong upstream. */
export const wrongFollowers: readonly WrongStore[] = [...wrongLeases, ...wrongOrigins];
