import { matchesRuleAfter, assertMatchesRule } from '../matches-rule.ts';
import type { CaseInput, Contract } from '../contract.ts';
import { DISTINCT_TARGETS } from '../samples/distinct-targets.ts';
import type { SearchPorts } from '../search-ports.ts';
import { recordOnePerTarget, schedule } from '../store-calls.ts';

/** Searches return what the rule matches. */
export const searchEquivalenceContract: Contract<SearchPorts> = {
  port: 'ScheduledChangeRequestReader.search, against the rule',
  cases: [
    {
      name: 'returns exactly what the rule matches after puts, replacements and removals',
      run: matchesRuleAfter<SearchPorts>(schedule),
    },
    ...DISTINCT_TARGETS.map(([name, targets]) => ({
      name,
      run: async ({ store }: CaseInput<SearchPorts>) => {
        const scheduled = await recordOnePerTarget(store, 'p', targets);
        const queries = targets.map((target) => [target]);
        await assertMatchesRule(store, scheduled, ['p'], queries);
      },
    })),
  ],
};
