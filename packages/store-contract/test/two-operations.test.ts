import {
  type Contract,
  guardedDeleteContracts,
  type OpenStore,
  runCase,
  searchContracts,
  strategyDeleteContracts,
} from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { describe, expect, it } from 'vitest';
import { TwoOperationStore } from './two-operation-store.ts';
import { wrongSmallDeletes } from './wrong-small-deletes.ts';
import { wrongSmallSearches } from './wrong-small-searches.ts';

const CONTRACTS: readonly Contract<TwoOperationStore>[] = [
  ...searchContracts,
  ...strategyDeleteContracts,
  ...guardedDeleteContracts,
];

const opening =
  (Store: new () => TwoOperationStore): OpenStore<TwoOperationStore> =>
  async () => {
    const store = new Store();
    const breakDown = async () => {
      store.isDown = true;
      return async () => {
        store.isDown = false;
      };
    };
    return { store, breakDown, release: async () => {} };
  };

describeContracts('a store of two operations', CONTRACTS, opening(TwoOperationStore));

const WRONG = [...wrongSmallSearches, ...wrongSmallDeletes];

describe('a wrong store of two operations', () => {
  it('is there for each case that interrupts a call', () => {
    const interrupted = CONTRACTS.filter(({ port }) => port.endsWith(', interrupted'));
    const cases = interrupted.flatMap(({ port, cases: all }) =>
      all.map(({ name }) => `${port} ${name}`),
    );
    const rejecting = new Set(WRONG.map(({ port, caseName }) => `${port} ${caseName}`));
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.filter((each) => !rejecting.has(each))).toEqual([]);
  });

  it.for(WRONG)('$port: is rejected if it $flaw', async (wrong) => {
    const { cases } = CONTRACTS.find(({ port }) => port === wrong.port) ?? {};
    const contractCase = cases?.find(({ name }) => name === wrong.caseName);
    expect(contractCase).toBeDefined();
    if (contractCase === undefined) return;

    const [run] = await Promise.allSettled([runCase(contractCase, opening(wrong.Store))]);

    expect(run).toMatchObject({ status: 'rejected', reason: { code: 'ERR_ASSERTION' } });
  });
});
