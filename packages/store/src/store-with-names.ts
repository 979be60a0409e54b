import type { NameRepository } from '@forewarn/record';
import type { Store } from './store.ts';

/** A store that knows which names exist in projects. */
export interface StoreWithNames extends Store {
  readonly names: NameRepository;
}
