import { describeStore, type OpenStore } from '@forewarn/store-contract';
import { testLikeOracle } from '../../../test/impact/test-like-oracle.ts';
import { createMemoryStore } from '../src/index.ts';

const open: OpenStore = async () => {
  const store = createMemoryStore();
  return { store, release: () => store.close() };
};

describeStore('the memory store', open);
testLikeOracle('the memory store', open);
