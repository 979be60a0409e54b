import { memoryOperate } from '@forewarn/operate/memory';
import type { Name } from '@forewarn/record';
import { createMemoryStore } from '@forewarn/store-memory';
import { memoryUnleash } from '../src/memory/index.ts';
import { onTestFinished } from 'vitest';
import { syncOnce } from '../src/sync-once.ts';
import type { SyncOptions } from '../src/sync-options.ts';
import { unleashApi } from '../src/unleash-api.ts';
import { type FakeState, type FakeUnleash, startFakeUnleash } from './fake-unleash.ts';

/** A fake Unleash, and a store that follows it. */
export type Following = Awaited<ReturnType<typeof follow>>;

/** Starts a fake Unleash, and makes a store that follows it. */
export async function follow(
  state: Partial<FakeState> = {},
  store = createMemoryStore({}, [memoryOperate, memoryUnleash]),
) {
  const unleash = await startFakeUnleash(state);
  onTestFinished(() => unleash.close());
  return { unleash, ...makeFollower(unleash, store) };
}

/** Makes a store that follows an Unleash, and asks again at once. */
export function makeFollower(
  { url, key }: Pick<FakeUnleash, 'url' | 'key'>,
  store = createMemoryStore({}, [memoryOperate, memoryUnleash]),
) {
  onTestFinished(() => store.close());
  const api = unleashApi({ url, key, firstWaitMs: 1 });
  const lines: string[] = [];
  return {
    store,
    /** The lines of the last sync. */
    lines: lines as readonly string[],
    sync: (options: Partial<SyncOptions> = {}) => {
      lines.length = 0;
      return syncOnce({ api, store, report: (line) => lines.push(line), ...options });
    },
    coverageOf: async (projectId: string) => {
      const projects = (await store.projects.list())._unsafeUnwrap();
      return projects.find(({ id }) => id === projectId)?.coverage;
    },
    /** The ids of the stored change requests of a project. */
    idsOf: async (projectId: string): Promise<readonly number[]> => {
      const ids: number[] = [];
      for await (const entry of store.transfer.export()) {
        const each = entry._unsafeUnwrap();
        if (each.kind !== 'scheduled') continue;
        if (each.changeRequest.project === projectId) ids.push(each.changeRequest.id);
      }
      return ids;
    },
    /** The names of the editable strategy definitions. */
    definitions: async (): Promise<readonly string[]> => {
      const stored = (await store.strategies.list())._unsafeUnwrap();
      return stored.filter(({ editable }) => editable).map(({ name }) => name);
    },
    /** What is known about names in `shop`. */
    find: async (...names: readonly Name[]): Promise<readonly string[]> => {
      const found = await store.names.find({ projectIds: ['shop'], names });
      return found._unsafeUnwrap().map(({ state }) => state);
    },
    /** The types of the events, the oldest first, with their principals. */
    events: async (): Promise<readonly string[]> => {
      const { events } = (await store.events.list({ limit: 100 }))._unsafeUnwrap();
      return events.map(({ type, createdBy }) => `${type} by ${createdBy}`).toReversed();
    },
  };
}
