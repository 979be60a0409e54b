import type { Store } from '@forewarn/core';

/** A store opened for one case: a whole one, or the ports that the case needs. */
export interface OpenedStore<Ports = Store> {
  readonly store: Ports;
  /** Closes the store, which the case may have closed already, and removes its files or tables. */
  release(): Promise<void>;
}

/** Opens a new store, which contains only the built-in strategy definitions. */
export type OpenStore<Ports = Store> = () => Promise<OpenedStore<Ports>>;
