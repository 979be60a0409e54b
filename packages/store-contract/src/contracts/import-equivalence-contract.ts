import assert from 'node:assert/strict';
import type { Store } from '@forewarn/core';
import type { ImportTally } from '@forewarn/core/operator';
import { outcomeOf, type Step } from '../arbitraries/arbitrary-history.ts';
import { answersTheRuleAfter } from '../answers-the-rule.ts';
import type { Contract } from '../contract.ts';
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

/** What was imported is searched by the rule. */
export const importEquivalenceContract: Contract = {
  port: 'StateTransfer.import, against the rule',
  cases: [
    {
      name: 'lets searches answer exactly what the rule matches of all that was imported',
      run: answersTheRuleAfter(importHistory),
    },
  ],
};
