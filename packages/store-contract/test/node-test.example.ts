import { describe, it } from 'node:test';
import { suiteFor } from '@forewarn/store-contract';
import { createMemoryStore } from '@forewarn/store-memory';

const { describeStore } = suiteFor({ describe, it });

describeStore('my store', async () => {
  const store = createMemoryStore();
  return { store, release: () => store.close() };
});
