import { memoryCleanup } from '@forewarn/cleanup/memory';
import type { ScheduledChangeRequest } from '@forewarn/core';
import { memoryForecast } from '@forewarn/forecast/memory';
import { memoryOperate } from '@forewarn/operate/memory';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryWhatIf } from '@forewarn/what-if/memory';

/** Returns a store with these change requests, and their projects. */
export async function storeOf(all: readonly ScheduledChangeRequest[]) {
  const store = createMemoryStore({}, [memoryForecast, memoryWhatIf, memoryCleanup, memoryOperate]);
  for (const [id, group] of Map.groupBy(all, ({ project }) => project)) {
    (await store.projects.register({ id, name: id }, 'ann'))._unsafeUnwrap();
    (await store.writer.putAll(group, 'ann'))._unsafeUnwrap();
  }
  return store;
}
