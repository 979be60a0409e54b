import { DatabaseSync } from 'node:sqlite';
import { describeStore } from '@forewarn/store-contract';
import { createPlatformStore } from './write-a-store.ts';

describeStore('the store with keys in the platform’s own table', async () => {
  const store = createPlatformStore(new DatabaseSync(':memory:'));
  return { store, release: () => store.close() };
});
