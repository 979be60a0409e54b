import type { LeaseRepository } from '@forewarn/core/operator';
import { ok } from 'neverthrow';
import type { MemoryState } from './memory-state.ts';
import { whileOpen } from './while-open.ts';

export function memoryLeases(state: MemoryState): LeaseRepository {
  const { leases } = state;
  return {
    acquire: ({ name, holder, ttlMs }, options) =>
      whileOpen(state, options, () => {
        const now = performance.now();
        const held = leases.get(name);
        const isFree = held === undefined || held.holder === holder || held.expiresAt <= now;
        if (isFree) leases.set(name, { holder, expiresAt: now + ttlMs });
        return ok(isFree);
      }),

    release: ({ name, holder }, options) =>
      whileOpen(state, options, () => {
        if (leases.get(name)?.holder === holder) leases.delete(name);
        return ok();
      }),
  };
}
