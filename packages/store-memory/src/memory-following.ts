import type { FollowerStore } from '@forewarn/store';
import { ok } from 'neverthrow';
import type { MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

/** What following an upstream needs. */
export function memoryFollowing(
  state: Pick<MemoryState, 'isOpen' | 'leases' | 'origin' | 'hidesProjects'>,
): Pick<FollowerStore, 'leases' | 'origins'> {
  return {
    leases: whileOpen<FollowerStore['leases']>(state, (step) => ({
      acquire: step(({ name, holder, ttlMs }) => {
        const now = performance.now();
        const held = state.leases.get(name);
        const isFree = held === undefined || held.holder === holder || held.expiresAt <= now;
        if (isFree) state.leases.set(name, { holder, expiresAt: now + ttlMs });
        return ok(isFree);
      }),
      release: step(({ name, holder }) => {
        if (state.leases.get(name)?.holder === holder) state.leases.delete(name);
        return ok();
      }),
    })),
    origins: whileOpen<FollowerStore['origins']>(state, (step) => ({
      claim: step((origin) => {
        state.origin ??= { ...origin };
        return ok({ ...state.origin });
      }),
      replace: step((origin) => {
        state.origin = { ...origin };
        state.hidesProjects = true;
        return ok();
      }),
      hidesProjects: step(() => ok(state.origin !== undefined && state.hidesProjects)),
      setHidesProjects: step((hides) => {
        if (state.origin !== undefined) state.hidesProjects = hides;
        return ok();
      }),
    })),
  };
}
