import type {
  Event,
  EventPage,
  EventQuery,
  EventRepository,
  FollowerStore,
  ServiceStore,
} from '@forewarn/core/operator';
import { ok } from 'neverthrow';
import { memoryAlerts } from './memory-alerts.ts';
import { memoryApiKeys } from './memory-api-keys.ts';
import { memoryReader, memoryWriter } from './memory-change-requests.ts';
import { memoryFollowing } from './memory-following.ts';
import { type MemorySeed, plant } from './memory-seed.ts';
import { memoryNames } from './memory-names.ts';
import { memoryProjects } from './memory-projects.ts';
import { bytesOf, MemoryState } from './memory-state.ts';
import { memoryStrategies } from './memory-strategies.ts';
import { memoryTransfer } from './memory-transfer.ts';
import { whileOpen } from './while-open.ts';

/** Returns the newest events of a query. The id of an event is its index plus one. */
function pageOf({ events }: MemoryState, query: EventQuery): EventPage {
  const { limit, maxBytes = Infinity, before = Infinity, type, project } = query;
  const found: Event[] = [];
  let bytes = 0;
  for (let index = Math.min(before - 1, events.length) - 1; index >= 0; index--) {
    const event = events[index];
    if (event === undefined) break;
    const isOfType = type === undefined || event.type === type;
    if (!isOfType || (project !== undefined && event.project !== project)) continue;
    bytes += bytesOf(JSON.stringify(event.data) + JSON.stringify(event.preData));
    const isWhole = found.length === limit || (bytes > maxBytes && found.length > 0);
    if (isWhole) return { events: structuredClone(found), hasOlder: true };
    found.push(event);
  }
  return { events: structuredClone(found), hasOlder: false };
}

/**
 * Creates a store in this process's memory, for tests of use cases and for trying things out. It keeps every promise of
 * the ports. Throws a TypeError that names the first invalid entry of the seed.
 */
export function createMemoryStore(seed: MemorySeed = {}): ServiceStore {
  const state = new MemoryState();
  plant(seed, state);
  return {
    reader: memoryReader(state),
    writer: memoryWriter(state),
    strategies: memoryStrategies(state),
    projects: memoryProjects(state),
    events: whileOpen<EventRepository>(state, { list: (query) => ok(pageOf(state, query)) }),
    apiKeys: memoryApiKeys(state),
    transfer: memoryTransfer(state),
    names: memoryNames(state),
    ...memoryFollowing(state),
    ...memoryAlerts(state),
    ...whileOpen<Pick<FollowerStore, 'check'>>(state, { check: () => ok() }),
    close: async () => {
      state.isOpen = false;
    },
  };
}
