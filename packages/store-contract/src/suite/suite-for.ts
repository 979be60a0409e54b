import { type Contract, type OpenStore, runCase } from './contract.ts';
import { contracts } from './contracts.ts';

/** The functions with which a test runner declares tests: those of `node:test`, vitest, Jest, Mocha and others. */
export interface TestRunner {
  readonly describe: (name: string, declare: () => void) => unknown;
  readonly it: (name: string, run: (...context: readonly unknown[]) => Promise<void>) => unknown;
}

/** Declares promises as tests of a store. */
export interface Suite {
  /** Declares every promise of every port of a `Store`. Each test opens its own store. */
  readonly describeStore: (name: string, open: OpenStore) => void;
  /** Declares every promise of some contracts, such as `searchContracts`. Each test opens its own store. */
  readonly describeContracts: <Ports>(
    name: string,
    some: readonly Contract<Ports>[],
    open: OpenStore<Ports>,
  ) => void;
}

/** Binds the suite to a test runner. */
export function suiteFor({ describe, it }: TestRunner): Suite {
  const describeContracts: Suite['describeContracts'] = (name, some, open) => {
    describe(name, () => {
      for (const { port, cases } of some) {
        describe(port, () => {
          for (const contractCase of cases) {
            it(contractCase.name, async (...[context]) => {
              const outcome = await runCase(contractCase, open);
              if (outcome === 'not run')
                skip(context, '`open` returned no `breakDown`, or a store without `events`');
            });
          }
        });
      }
    });
  };
  const describeStore = (name: string, open: OpenStore): void =>
    describeContracts(name, contracts, open);
  return { describeContracts, describeStore };
}

/** Reports a test as skipped, if the runner's context can. */
function skip(context: unknown, why: string): void {
  const { skip: report } = (context ?? {}) as { readonly skip?: (why: string) => void };
  report?.call(context, why);
}
