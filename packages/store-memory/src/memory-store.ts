import type { Event, EventPage, EventQuery, EventRepository } from '@forewarn/record';
import { Waiters } from '@forewarn/platform';
import type { CapabilityPorts, StoreWithNames } from '@forewarn/store';
import { ok } from 'neverthrow';
import { memoryReader, memoryWriter } from './memory-change-requests.ts';
import { memoryNames } from './memory-names.ts';
import { memoryProjects } from './memory-projects.ts';
import { type MemorySeed, plant } from './memory-seed.ts';
import { bytesOf, MemoryState } from './memory-state.ts';
import { memoryDefinitions } from './memory-definitions.ts';
import { memoryTransfer } from './memory-transfer.ts';
import { whileOpen } from './while-open.ts';

/** Returns a page of events. The id of an event is its index plus one. */
function pageOf({ events }: MemoryState, query: EventQuery): EventPage {
  const { limit, maxBytes = Infinity, before = Infinity, after, type, types, project } = query;
  const first = Math.max(after ?? 0, 0);
  const end = Math.max(Math.min(before - 1, events.length), first);
  const step = after === undefined ? -1 : 1;
  const found: Event[] = [];
  let bytes = 0;
  for (let index = step < 0 ? end - 1 : first; index >= first && index < end; index += step) {
    const event = events[index];
    if (event === undefined) break;
    const isOfType = type === undefined || event.type === type;
    if (!isOfType || types?.includes(event.type) === false) continue;
    if (project !== undefined && event.project !== project) continue;
    bytes += bytesOf(JSON.stringify(event.data) + JSON.stringify(event.preData));
    const isWhole = found.length === limit || (bytes > maxBytes && found.length > 0);
    if (isWhole) return { events: structuredClone(found), hasMore: true };
    found.push(event);
  }
  return { events: structuredClone(found), hasMore: false };
}

function memoryEvents(state: MemoryState): EventRepository {
  const commits = new Waiters();
  state.onEvent = () => commits.wake();
  return {
    ...whileOpen<Pick<EventRepository, 'list'>>(state, (step) => ({
      list: step((query) => ok(pageOf(state, query))),
    })),
    committed: async (signal) => {
      if (state.isOpen) await commits.wait(signal);
    },
  };
}

/** What a capability adds to a memory store: ports over its state. */
export interface MemoryCapability<Ports extends object = object> {
  readonly portsOver: (state: MemoryState) => Ports;
}

/**
 * Creates a store in this process's memory, for tests of use cases and for trying things out. It keeps every promise of
 * the ports. Throws a TypeError that names the first invalid entry of the seed.
 */
export function createMemoryStore<
  const Capabilities extends readonly MemoryCapability[] = readonly [],
>(
  seed: MemorySeed = {},
  capabilities?: Capabilities,
): StoreWithNames & CapabilityPorts<Capabilities> {
  const state = new MemoryState();
  plant(seed, state);
  const all: readonly MemoryCapability[] = capabilities ?? [];
  const store: StoreWithNames = {
    reader: memoryReader(state),
    writer: memoryWriter(state),
    strategies: memoryDefinitions(state),
    projects: memoryProjects(state),
    events: memoryEvents(state),
    transfer: memoryTransfer(state),
    names: memoryNames(state),
    ...whileOpen<Pick<StoreWithNames, 'check'>>(state, (step) => ({ check: step(() => ok()) })),
    close: async () => {
      state.isOpen = false;
      state.onEvent();
    },
  };
  return Object.assign(store, ...all.map(({ portsOver }) => portsOver(state))) as StoreWithNames &
    CapabilityPorts<Capabilities>;
}
