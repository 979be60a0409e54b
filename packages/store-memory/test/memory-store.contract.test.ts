import type { StoreWithNames } from '@forewarn/store';
import { contracts, nameContracts, type OpenStore } from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '../src/index.ts';

const open: OpenStore<StoreWithNames> = async () => {
  const store = createMemoryStore();
  return { store, release: () => store.close(), breakDown: () => store.close() };
};

describeContracts('the memory store', contracts, open);
describeContracts('the memory store, with names', nameContracts, open);
