import type { Store } from '@forewarn/core';

/** What a case works with: a whole store, or the ports that its contract needs. */
export interface CaseInput<Ports = Store> {
  /** A new store, the case's own. */
  readonly store: Ports;
  /** Opens another new store; it is released with the first. */
  readonly open: () => Promise<Ports>;
}

/** One promise. Its run rejects when the store breaks it. */
export interface ContractCase<Ports = Store> {
  readonly name: string;
  /** Resolves when the store keeps the promise. */
  readonly run: (input: CaseInput<Ports>) => Promise<void>;
}

/** All promises of one port, or of one call of it. */
export interface Contract<Ports = Store> {
  readonly port: string;
  readonly cases: readonly ContractCase<Ports>[];
}
