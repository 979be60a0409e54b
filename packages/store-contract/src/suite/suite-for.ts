import * as vitest from 'vitest';
import { type Contract, type OpenStore, runCase } from './contract.ts';
import { contracts } from './contracts.ts';

const TIMEOUT_MS = 60_000;

/**
 * Declares every promise of every port as a test of a store. Each test has its own store, and several run
 * concurrently.
 *
 * @param name the name of the `describe` block
 */
export function describeStore(name: string, open: OpenStore): void {
  describeContracts(name, contracts, open);
}

/**
 * Declares every promise of some contracts, such as `searchContracts`, as a test. Each test has its own store, and several
 * run concurrently.
 *
 * @param name the name of the `describe` block
 */
export function describeContracts<Ports>(
  name: string,
  some: readonly Contract<Ports>[],
  open: OpenStore<Ports>,
): void {
  vitest.describe.concurrent(name, () => {
    for (const { port, cases } of some) {
      vitest.describe(port, () => {
        for (const contractCase of cases) {
          vitest.it(contractCase.name, { timeout: TIMEOUT_MS }, () => runCase(contractCase, open));
        }
      });
    }
  });
}
