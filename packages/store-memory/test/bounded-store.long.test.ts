import { boundedStore } from '@forewarn/store';
import type { OpenStore } from '@forewarn/store-contract';
import { describeStore } from '@forewarn/store-contract/vitest';
import { createMemoryStore } from '../src/index.ts';

const open: OpenStore = async () => {
  const store = createMemoryStore();
  const close = (): Promise<void> => store.close();
  const bounded = boundedStore(store);
  const events = { ...store.events, ...bounded.events };
  return { store: { ...store, ...bounded, events }, release: close, breakDown: close };
};

// The limits keep every promise of the store that they wrap.
describeStore('a bounded store', open);
