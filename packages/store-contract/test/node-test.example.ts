import { test } from 'node:test';
import { contracts, type OpenStore, runCase } from '@forewarn/store-contract';
import { createMemoryStore } from '@forewarn/store-memory';

const open: OpenStore = async () => {
  const store = createMemoryStore();
  return { store, release: () => store.close() };
};

for (const { port, cases } of contracts) {
  for (const contractCase of cases) {
    await test(`${port}: ${contractCase.name}`, () => runCase(contractCase, open));
  }
}
