import { type OpenStore, runCase } from '@forewarn/store-contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceStore } from './reference-store.ts';
import { ALL_CONTRACTS, isRejected, opening, WRONG_STORES } from './wrong-stores.ts';

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
          store: referenceStore(),
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
  // Shrinking a counterexample takes longer than all cases.
  beforeAll(() => fc.configureGlobal({ endOnFailure: true }));
  afterAll(() => fc.resetConfigureGlobal());

  it.for(WRONG_STORES)('is rejected if it $flaw', { timeout: 60_000 }, async (wrong) => {
    for (const port of wrong.rejectedBy) expect(await isRejected(wrong, port), port).toBe(true);
  });
});
