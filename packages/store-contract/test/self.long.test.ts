import { type ContractCase, runCase } from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { expect, it } from 'vitest';
import type { ServiceStore } from './service-store.ts';
import { wrongForecastBounds } from './wrong-forecast-bounds.ts';
import { wrongSmallDeletes } from './wrong-small-deletes.ts';
import { wrongSmallSearches } from './wrong-small-searches.ts';
import { ALL_CONTRACTS, isRejected, opening, WRONG_STORES } from './wrong-stores.ts';

describeContracts('the reference store', ALL_CONTRACTS, opening());

it.for(wrongForecastBounds)(
  'a wrong store is rejected if it $flaw',
  { timeout: 180_000 },
  async (wrong) => {
    for (const port of wrong.rejectedBy) expect(await isRejected(wrong, port), port).toBe(true);
  },
);

it('each case rejects a wrong store', { timeout: 180_000 }, async () => {
  const needed = new Set<ContractCase<ServiceStore>>();
  for (const wrong of [...WRONG_STORES, ...wrongForecastBounds]) {
    const cases = ALL_CONTRACTS.filter(({ port }) => wrong.rejectedBy.includes(port)).flatMap(
      (contract) => contract.cases,
    );
    for (const contractCase of cases.filter((each) => !needed.has(each))) {
      const [outcome] = await Promise.allSettled([runCase(contractCase, opening(wrong.spoil))]);
      if (outcome.status === 'rejected') needed.add(contractCase);
    }
  }

  // Its own test runs each of these.
  const small = [...wrongSmallSearches, ...wrongSmallDeletes];
  const rejecting = ALL_CONTRACTS.flatMap(({ port, cases }) =>
    cases.filter(
      (each) =>
        needed.has(each) ||
        small.some((wrong) => wrong.port === port && wrong.caseName === each.name),
    ),
  );
  const all = ALL_CONTRACTS.flatMap(({ cases }) => cases);
  expect(all.filter((each) => !rejecting.includes(each)).map(({ name }) => name)).toEqual([]);
});
