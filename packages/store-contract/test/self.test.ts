import {
  type Contract,
  type ContractCase,
  contracts,
  describeStore,
  type OpenStore,
  runCase,
} from '@forewarn/store-contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { newState } from './reference-state.ts';
import { referenceStore } from './reference-store.ts';
import { wrongBatchesAndFinds } from './wrong-batches.ts';
import { wrongCoverage } from './wrong-coverage.ts';
import { wrongDeclarations } from './wrong-declarations.ts';
import { wrongEventFilters } from './wrong-event-filters.ts';
import { wrongEvents } from './wrong-events.ts';
import { wrongGuards } from './wrong-guards.ts';
import { wrongImpacts } from './wrong-impacts.ts';
import { wrongListings } from './wrong-listings.ts';
import { wrongLeases } from './wrong-leases.ts';
import { wrongOrigins } from './wrong-origins.ts';
import { wrongOutdatedImports } from './wrong-outdated-imports.ts';
import { wrongPreconditions } from './wrong-preconditions.ts';
import { wrongProjectDeletes } from './wrong-project-deletes.ts';
import { wrongProjectKeys } from './wrong-project-keys.ts';
import { wrongRecordings } from './wrong-recordings.ts';
import { wrongRegistrations } from './wrong-registrations.ts';
import { wrongSearches } from './wrong-searches.ts';
import { wrongSignals } from './wrong-signals.ts';
import { wrongStrategies } from './wrong-strategies.ts';
import type { WrongStore } from './wrong-store.ts';
import { wrongExports, wrongWholes } from './wrong-exports.ts';
import { wrongImports } from './wrong-imports.ts';

const WRONG_STORES = [
  ...wrongSearches,
  ...wrongImpacts,
  ...wrongListings,
  ...wrongRecordings,
  ...wrongBatchesAndFinds,
  ...wrongPreconditions,
  ...wrongRegistrations,
  ...wrongStrategies,
  ...wrongGuards,
  ...wrongProjectDeletes,
  ...wrongProjectKeys,
  ...wrongCoverage,
  ...wrongDeclarations,
  ...wrongEvents,
  ...wrongEventFilters,
  ...wrongLeases,
  ...wrongOrigins,
  ...wrongImports,
  ...wrongOutdatedImports,
  ...wrongExports,
  ...wrongWholes,
  ...wrongSignals,
];

const openReference: OpenStore = async () => {
  const store = referenceStore();
  return { store, release: () => store.close() };
};

const openWrong =
  ({ spoil }: WrongStore): OpenStore =>
  async () => {
    const state = newState();
    const store = spoil(referenceStore(state), state);
    return { store, release: () => store.close() };
  };

describeStore('the reference store', openReference);

describe('the suite', () => {
  it('has unique names for contracts, and for the cases of each', () => {
    const ports = contracts.map(({ port }) => port);
    expect(new Set(ports).size).toBe(ports.length);
    for (const { cases } of contracts) {
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
    await expect(runCase(broken, openReference)).rejects.toThrow('the promise');
  });
});

describe('a wrong store', () => {
  /** The cases that rejected each store, by contract. */
  const rejections = new Map<WrongStore, ReadonlyMap<string, readonly string[]>>();
  /** The cases that at least one store fails. */
  const needed = new Set<ContractCase>();

  /** Returns the failed cases: the first, and all that no earlier store failed. */
  async function failedBy(wrong: WrongStore, { cases }: Contract): Promise<readonly string[]> {
    const failed: string[] = [];
    for (const contractCase of cases) {
      if (failed.length > 0 && needed.has(contractCase)) continue;
      const [outcome] = await Promise.allSettled([runCase(contractCase, openWrong(wrong))]);
      if (outcome.status === 'fulfilled') continue;
      failed.push(contractCase.name);
      needed.add(contractCase);
    }
    return failed;
  }

  beforeAll(async () => {
    for (const wrong of WRONG_STORES) {
      const failed = new Map<string, readonly string[]>();
      for (const contract of contracts) {
        if (wrong.rejectedBy.includes(contract.port)) {
          failed.set(contract.port, await failedBy(wrong, contract));
        }
      }
      rejections.set(wrong, failed);
    }
  }, 180_000);

  it.for(WRONG_STORES)('is rejected if it $flaw', (wrong) => {
    for (const port of wrong.rejectedBy) {
      expect(rejections.get(wrong)?.get(port) ?? [], port).not.toEqual([]);
    }
  });

  it('exists for every case', () => {
    const cases = contracts.flatMap((contract) => contract.cases);
    expect(cases.filter((each) => !needed.has(each)).map(({ name }) => name)).toEqual([]);
  });
});
