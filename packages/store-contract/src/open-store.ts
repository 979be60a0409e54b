import type { Store } from '@forewarn/core';

/** A store that was opened for one case: a whole one, or the ports that the case needs. */
export interface OpenedStore<Ports = Store> {
  readonly store: Ports;
  /** Closes the store, which the case may have closed already, and removes what was made for it. */
  release(): Promise<void>;
}

/** Opens a new store, which holds nothing but what every new store holds. */
export type OpenStore<Ports = Store> = () => Promise<OpenedStore<Ports>>;
