import type { StoreWithNames } from '@forewarn/store';
import {
  type Contract,
  contracts,
  nameContracts,
  type OpenStore,
  runCase,
} from '@forewarn/store-contract';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '@forewarn/store-memory';
import { itRejects, type Spoil } from './wrong-store.ts';
import { WRONG_STORES } from './wrong-stores.ts';

/** The contracts of a store, and those of its optional ports. */
const ALL_CONTRACTS: readonly Contract<StoreWithNames>[] = [...contracts, ...nameContracts];

/** Opens a store with a flaw; without one, the memory store. */
const opening =
  (spoil: Spoil = (right) => right): OpenStore<StoreWithNames> =>
  async () => {
    const store = spoil(createMemoryStore());
    const close = (): Promise<void> => store.close();
    return { store, release: close, breakDown: close };
  };

describe('the suite', () => {
  it('has unique names for contracts, and for the cases of each', () => {
    const ports = ALL_CONTRACTS.map(({ port }) => port);
    expect(new Set(ports).size).toBe(ports.length);
    for (const { cases } of ALL_CONTRACTS) {
      const names = cases.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('releases every store that a case opened, whether it passes or fails', async () => {
    for (const run of [() => Promise.resolve(), () => Promise.reject(new Error('broken'))]) {
      let isOpen = 0;
      const open: OpenStore = async () => {
        isOpen += 1;
        return {
          store: createMemoryStore(),
          release: async () => {
            isOpen -= 1;
          },
        };
      };
      const opensTwo = {
        name: 'opens two',
        run: (input: { open: () => unknown }) => (input.open(), run()),
      };
      await Promise.allSettled([runCase(opensTwo, open)]);
      expect(isOpen).toBe(0);
    }
  });

  it('reports the broken promise', async () => {
    const broken = { name: 'is broken', run: () => Promise.reject(new Error('the promise')) };
    await expect(runCase(broken, opening())).rejects.toThrow('the promise');
  });
});

describe('a wrong store', () => {
  itRejects(ALL_CONTRACTS, WRONG_STORES, opening);
});
