import { type ContractCase, contracts, runCase } from '@forewarn/store-contract';
import { expect, it } from 'vitest';
import { openWrong, WRONG_STORES } from './wrong-stores.ts';

it('each case rejects a wrong store', { timeout: 180_000 }, async () => {
  const needed = new Set<ContractCase>();
  for (const wrong of WRONG_STORES) {
    const cases = contracts
      .filter(({ port }) => wrong.rejectedBy.includes(port))
      .flatMap((contract) => contract.cases);
    for (const contractCase of cases.filter((each) => !needed.has(each))) {
      const [outcome] = await Promise.allSettled([runCase(contractCase, openWrong(wrong))]);
      if (outcome.status === 'rejected') needed.add(contractCase);
    }
  }

  const all = contracts.flatMap(({ cases }) => cases);
  expect(all.filter((each) => !needed.has(each)).map(({ name }) => name)).toEqual([]);
});
