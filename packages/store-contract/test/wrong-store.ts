import type { Store } from '@forewarn/core';
import type { State } from './reference-state.ts';

/** Makes a store wrong that was right. */
type Spoil = (right: Store, state: State) => Store;

/** A store that is right but for one flaw, and the contracts that must notice. */
export interface WrongStore {
  readonly flaw: string;
  readonly rejectedBy: readonly string[];
  readonly spoil: Spoil;
}

type Port = Exclude<keyof Store, 'check' | 'close'>;

/** Replaces some calls of one port. */
export const replacing =
  <P extends Port>(port: P, calls: (right: Store, state: State) => Partial<Store[P]>): Spoil =>
  (right, state) => ({ ...right, [port]: { ...right[port], ...calls(right, state) } });

/** Lets every other call that is waiting go first. */
export const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
