import { matchesRuleAfter, assertMatchesRule } from '../matches-rule.ts';
import { contractOf, type CaseInput, type Contract } from '../contract.ts';
import { DISTINCT_TARGETS } from '../samples/distinct-targets.ts';
import type { SearchPorts } from '../search-ports.ts';
import { recordOnePerTarget, schedule } from '../store-calls.ts';

/** Searches return what the rule matches. */
export const searchEquivalenceContract: Contract<SearchPorts> = contractOf(
  'ScheduledChangeRequestReader.search, against the rule',
  {
    'returns exactly what the rule matches after puts, replacements and removals':
      matchesRuleAfter<SearchPorts>(schedule),
    ...Object.fromEntries(
      DISTINCT_TARGETS.map(([name, targets]) => [
        name,
        async ({ store }: CaseInput<SearchPorts>) => {
          const scheduled = await recordOnePerTarget(store, 'p', targets);
          const queries = targets.map((target) => [target]);
          await assertMatchesRule(store, scheduled, ['p'], queries);
        },
      ]),
    ),
  },
);
