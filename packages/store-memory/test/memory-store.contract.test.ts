import {
  alertContracts,
  leaseContracts,
  nameContracts,
  type OpenStore,
  originContracts,
} from '@forewarn/store-contract';
import { describeContracts, describeStore } from '@forewarn/store-contract/vitest';
import type { ServiceStore } from '@forewarn/core/operator';
import { createMemoryStore } from '../src/index.ts';

const open: OpenStore<ServiceStore> = async () => {
  const store = createMemoryStore();
  return { store, release: () => store.close(), breakDown: () => store.close() };
};

describeStore('the memory store', open);
describeContracts(
  'the memory store, followed',
  [...leaseContracts, ...originContracts, ...nameContracts, ...alertContracts],
  open,
);
