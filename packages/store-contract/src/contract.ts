import type { Store } from '@forewarn/core';

/** The input of a case: a whole store, or the ports that its contract needs. */
export interface CaseInput<Ports = Store> {
  /** A new store. */
  readonly store: Ports;
  /** Opens another new store, which is released with the first. */
  readonly open: () => Promise<Ports>;
}

/** One promise. Its run rejects when the store breaks it. */
export interface ContractCase<Ports = Store> {
  readonly name: string;
  /** Resolves when the store keeps the promise. */
  readonly run: (input: CaseInput<Ports>) => Promise<void>;
}

/** All promises of one port or of one of its calls. */
export interface Contract<Ports = Store> {
  readonly port: string;
  readonly cases: readonly ContractCase<Ports>[];
}

/** Makes a contract of its promises: the run of each case by its name. */
export function contractOf<Ports = Store>(
  port: string,
  promises: Readonly<Record<string, ContractCase<Ports>['run']>>,
): Contract<Ports> {
  return { port, cases: Object.entries(promises).map(([name, run]) => ({ name, run })) };
}
