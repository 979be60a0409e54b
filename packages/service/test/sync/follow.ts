import type { Coverage, Store } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { onTestFinished } from 'vitest';
import { syncOnce } from '../../src/sync/sync-once.ts';
import type { SyncOptions } from '../../src/sync/sync-options.ts';
import { unleashApi } from '../../src/sync/unleash-api.ts';
import { type FakeState, type FakeUnleash, startFakeUnleash } from './fake-unleash.ts';

/** An Unleash, and a store that follows it. */
export interface Following {
  readonly unleash: FakeUnleash;
  readonly store: Store;
  /** The lines of the last sync. */
  readonly lines: readonly string[];
  /** Syncs once. */
  readonly sync: (options?: Partial<SyncOptions>) => ReturnType<typeof syncOnce>;
  readonly coverageOf: (projectId: string) => Promise<Coverage | undefined>;
  /** The ids of the stored change requests of a project. */
  readonly idsOf: (projectId: string) => Promise<readonly number[]>;
  /** The names of the editable strategy definitions. */
  readonly definitions: () => Promise<readonly string[]>;
  /** The types of the events, the oldest first, with their principals. */
  readonly events: () => Promise<readonly string[]>;
}

/** Starts an Unleash, and makes a store that follows it, with short timeouts. */
export async function follow(state: Partial<FakeState> = {}): Promise<Following> {
  const unleash = await startFakeUnleash(state);
  const store = createMemoryStore();
  onTestFinished(async () => {
    await unleash.close();
    await store.close();
  });
  const api = unleashApi({ url: unleash.url, key: unleash.key, timeoutMs: 1_000, firstWaitMs: 1 });
  const lines: string[] = [];
  return {
    unleash,
    store,
    lines,
    sync: (options = {}) => {
      lines.length = 0;
      return syncOnce({ api, store, report: (line) => lines.push(line), ...options });
    },
    coverageOf: async (projectId) => {
      const projects = (await store.projects.list())._unsafeUnwrap();
      return projects.find(({ id }) => id === projectId)?.coverage;
    },
    idsOf: async (projectId) => {
      const ids: number[] = [];
      for await (const entry of store.transfer.export()) {
        const each = entry._unsafeUnwrap();
        if (each.kind !== 'scheduled') continue;
        if (each.changeRequest.project === projectId) ids.push(each.changeRequest.id);
      }
      return ids;
    },
    definitions: async () => {
      const stored = (await store.strategies.list())._unsafeUnwrap();
      return stored.filter(({ editable }) => editable).map(({ name }) => name);
    },
    events: async () => {
      const events = (await store.events.list({ limit: 100 }))._unsafeUnwrap();
      return events.map(({ type, createdBy }) => `${type} by ${createdBy}`).toReversed();
    },
  };
}
