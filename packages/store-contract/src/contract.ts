import type { Store } from '@forewarn/core';

/** What a case works with. */
export interface CaseInput {
  /** A new store, the case's own. */
  readonly store: Store;
  /** Opens another new store; it is released with the first. */
  readonly open: () => Promise<Store>;
}

/** One promise. Its run rejects when the store breaks it. */
export interface ContractCase {
  readonly name: string;
  run(input: CaseInput): Promise<void>;
}

/** All promises of one port, or of one call of it. */
export interface Contract {
  readonly port: string;
  readonly cases: readonly ContractCase[];
}
