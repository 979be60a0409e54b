/**
 * The conformance suite for vitest. The tests of a store run concurrently.
 *
 * @module @forewarn/store-contract/vitest
 */
import * as vitest from 'vitest';
import { type Suite, suiteFor } from './suite/suite-for.ts';

const TIMEOUT_MS = 120_000;

/** The suite, bound to vitest. */
export const { describeContracts, describeStore }: Suite = suiteFor({
  describe: vitest.describe.concurrent,
  it: (name, run) => vitest.it(name, { timeout: TIMEOUT_MS }, run),
});
