import type { Coverage, Store } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { onTestFinished } from 'vitest';
import { syncOnce } from '../src/sync-once.ts';
import type { SyncOptions } from '../src/sync-options.ts';
import { unleashApi } from '../src/unleash-api.ts';
import { type FakeState, type FakeUnleash, startFakeUnleash } from './fake-unleash.ts';

/** A store that follows an Unleash. */
export interface Follower {
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

/** A fake Unleash, and a store that follows it. */
export interface Following extends Follower {
  readonly unleash: FakeUnleash;
}

/** Starts a fake Unleash, and makes a store that follows it. */
export async function follow(state: Partial<FakeState> = {}): Promise<Following> {
  const unleash = await startFakeUnleash(state);
  onTestFinished(() => unleash.close());
  return { unleash, ...makeFollower(unleash) };
}

/** Makes a store that follows an Unleash, with short timeouts. */
export function makeFollower({
  url,
  key,
}: {
  readonly url: string;
  readonly key: string;
}): Follower {
  const store = createMemoryStore();
  onTestFinished(() => store.close());
  const api = unleashApi({ url, key, timeoutMs: 1_000, firstWaitMs: 1 });
  const lines: string[] = [];
  return {
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
      const { events } = (await store.events.list({ limit: 100 }))._unsafeUnwrap();
      return events.map(({ type, createdBy }) => `${type} by ${createdBy}`).toReversed();
    },
  };
}
