import type { Store } from '@forewarn/core';
import { ok } from 'neverthrow';
import { memoryApiKeys } from './memory-api-keys.ts';
import { memoryChangeRequests } from './memory-change-requests.ts';
import { memoryProjects } from './memory-projects.ts';
import { MemoryState } from './memory-state.ts';
import { memoryStrategies } from './memory-strategies.ts';
import { memoryTransfer } from './memory-transfer.ts';
import { whileOpen } from './while-open.ts';

/**
 * Makes a store that lives in this process's memory and ends with it: for use-case tests, and for trying things out.
 * It keeps every promise of the ports.
 */
export function createMemoryStore(): Store {
  const state = new MemoryState();
  const changeRequests = memoryChangeRequests(state);
  return {
    scheduledChangeRequests: changeRequests,
    recorder: changeRequests,
    strategies: memoryStrategies(state),
    projects: memoryProjects(state),
    events: {
      list: ({ limit, before = Number.POSITIVE_INFINITY }) =>
        whileOpen(state, () => {
          const older = state.events.slice(
            0,
            Math.max(0, Math.min(before - 1, state.events.length)),
          );
          return ok(structuredClone(limit > 0 ? older.slice(-limit).toReversed() : []));
        }),
    },
    apiKeys: memoryApiKeys(state),
    transfer: memoryTransfer(state),
    check: () => whileOpen(state, () => ok()),
    close: async () => {
      state.isOpen = false;
    },
  };
}
