import type { FollowerStore } from '@forewarn/store';
import {
  contracts,
  leaseContracts,
  nameContracts,
  type OpenStore,
  originContracts,
} from '@forewarn/store-contract';
import { describeContracts } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '../src/index.ts';

const open: OpenStore<FollowerStore> = async () => {
  const store = createMemoryStore();
  return { store, release: () => store.close(), breakDown: () => store.close() };
};

describeContracts('the memory store', contracts, open);
describeContracts(
  'the memory store, followed',
  [...leaseContracts, ...originContracts, ...nameContracts],
  open,
);
