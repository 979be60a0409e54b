import type { Event, EventPage, Store } from '@forewarn/core';
import { ok } from 'neverthrow';
import { memoryApiKeys } from './memory-api-keys.ts';
import { memoryChangeRequests } from './memory-change-requests.ts';
import { memoryProjects } from './memory-projects.ts';
import { MemoryState } from './memory-state.ts';
import { memoryStrategies } from './memory-strategies.ts';
import { memoryTransfer } from './memory-transfer.ts';
import { whileOpen } from './while-open.ts';

/** The newest first; the id of an event is one more than its index. */
function eventsOf({ events }: MemoryState, page: EventPage): readonly Event[] {
  const { limit, before = Number.POSITIVE_INFINITY, type, project } = page;
  const found: Event[] = [];
  for (let index = Math.min(before - 1, events.length) - 1; index >= 0; index--) {
    const event = events[index];
    if (event === undefined || found.length === limit) break;
    const isOfType = type === undefined || event.type === type;
    if (isOfType && (project === undefined || event.project === project)) found.push(event);
  }
  return structuredClone(found);
}

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
    events: { list: (page) => whileOpen(state, () => ok(eventsOf(state, page))) },
    apiKeys: memoryApiKeys(state),
    transfer: memoryTransfer(state),
    check: () => whileOpen(state, () => ok()),
    close: async () => {
      state.isOpen = false;
    },
  };
}
