import assert from 'node:assert/strict';
import type { Store } from '@forewarn/core';
import type { ImportTally } from '@forewarn/core/operator';
import { outcomeOf, type Step } from '../arbitraries/arbitrary-history.ts';
import { findsByRuleAfter } from '../finds-by-rule.ts';
import { matchesRuleAfter } from '../matches-rule.ts';
import { contractOf, type Contract } from '../contract.ts';
import { importAll } from '../store-calls.ts';

async function importHistory(store: Store, steps: readonly Step[]): Promise<void> {
  const { did } = outcomeOf(steps);
  const count = (outcome: keyof ImportTally): number =>
    did.filter((each) => each === outcome).length;
  const { changeRequests } = await importAll(store, steps);
  assert.deepEqual(changeRequests, {
    created: count('created'),
    replaced: count('replaced'),
    unchanged: count('unchanged'),
    withdrawn: count('withdrawn'),
  });
}

/** Searches and impacts after imports. */
export const importEquivalenceContract: Contract = contractOf(
  'StateTransfer.import, against the rule',
  {
    'lets searches return exactly the imported change requests that the rule matches':
      matchesRuleAfter(importHistory),
    'lets impacts find exactly the imported change requests that the rule finds':
      findsByRuleAfter(importHistory),
  },
);
