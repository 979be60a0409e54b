import { describeStore } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '@forewarn/store-memory';

describeStore('my store', async () => {
  const store = createMemoryStore();
  return { store, release: () => store.close(), breakDown: () => store.close() };
});
