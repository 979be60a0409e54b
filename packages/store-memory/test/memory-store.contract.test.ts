import { describeStore } from '@forewarn/store-contract';
import { createMemoryStore } from '../src/index.ts';

describeStore('the memory store', async () => {
  const store = createMemoryStore();
  return { store, release: () => store.close() };
});
