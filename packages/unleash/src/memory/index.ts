/**
 * What following an upstream adds to memory stores.
 *
 * @module @forewarn/unleash/memory
 */
import { type MemoryCapability, type MemoryState, whileOpen } from '@forewarn/store-memory';
import { ok } from 'neverthrow';
import type { FollowingPorts } from '../following-ports.ts';
import type { Origin } from '../origin-repository.ts';

class FollowingState {
  /** By name; `expiresAt` is on the clock of `performance`, which nothing sets. */
  readonly leases = new Map<string, { readonly holder: string; readonly expiresAt: number }>();
  origin: Origin | undefined;
  /** Whether the origin may have projects that are not here. */
  hidesProjects = true;
  /** Whether a sync of all projects has ended. */
  isSynced = false;
}

/** Adds leases and the origin to a memory store. */
export const memoryUnleash: MemoryCapability<FollowingPorts> = {
  portsOver: (state) => followingIn(state, new FollowingState()),
};

function followingIn(state: MemoryState, own: FollowingState): FollowingPorts {
  return {
    leases: whileOpen<FollowingPorts['leases']>(state, (step) => ({
      acquire: step(({ name, holder, ttlMs }) => {
        const now = performance.now();
        const held = own.leases.get(name);
        const isFree = held === undefined || held.holder === holder || held.expiresAt <= now;
        if (isFree) own.leases.set(name, { holder, expiresAt: now + ttlMs });
        return ok(isFree);
      }),
      release: step(({ name, holder }) => {
        if (own.leases.get(name)?.holder === holder) own.leases.delete(name);
        return ok();
      }),
    })),
    origins: whileOpen<FollowingPorts['origins']>(state, (step) => ({
      claim: step((origin) => {
        own.origin ??= { ...origin };
        return ok({ ...own.origin });
      }),
      replace: step((origin) => {
        own.origin = { ...origin };
        own.hidesProjects = true;
        own.isSynced = false;
        return ok();
      }),
      hidesProjects: step(() => ok(own.origin !== undefined && own.hidesProjects)),
      isSynced: step(() => ok(own.isSynced)),
      setSynced: step(() => {
        own.isSynced = own.origin !== undefined;
        return ok();
      }),
      setHidesProjects: step((hides) => {
        if (own.origin !== undefined) own.hidesProjects = hides;
        return ok();
      }),
    })),
  };
}
