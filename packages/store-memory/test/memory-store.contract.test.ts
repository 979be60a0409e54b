import type { FollowerStore } from '@forewarn/store';
import {
  type Contract,
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

// bounded-store.long.test.ts has those that take long.
const isQuick = ({ port }: Contract): boolean => !/forecast, (?:count|size)$/.test(port);

describeContracts('the memory store', contracts.filter(isQuick), open);
describeContracts(
  'the memory store, followed',
  [...leaseContracts, ...originContracts, ...nameContracts],
  open,
);
