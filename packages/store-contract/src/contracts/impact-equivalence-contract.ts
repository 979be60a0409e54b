import type { AskedTarget } from '@forewarn/core';
import { contractOf, type CaseInput, type Contract } from '../contract.ts';
import { asAsked, assertFindsByRule, findsByRuleAfter } from '../finds-by-rule.ts';
import type { ImpactPorts } from '../impact-ports.ts';
import { changeRequest } from '../samples/change-request.ts';
import { DISTINCT_TARGETS } from '../samples/distinct-targets.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { record, recordOnePerTarget, registerProjects, schedule } from '../store-calls.ts';

/** Impacts find what the rule finds. */
export const impactEquivalenceContract: Contract<ImpactPorts> = contractOf(
  'ScheduledChangeRequestReader.impact, against the rule',
  {
    'finds exactly what the rule finds after puts, replacements and removals':
      findsByRuleAfter<ImpactPorts>(schedule),
    ...Object.fromEntries(
      DISTINCT_TARGETS.map(([name, targets]) => [
        name,
        async ({ store }: CaseInput<ImpactPorts>) => {
          const scheduled = await recordOnePerTarget(store, 'p', targets);
          await assertFindsByRule(store, scheduled, ['p'], asAsked(targets));
        },
      ]),
    ),
    'compares the features of doubts byte for byte': async ({ store }) => {
      await registerProjects(store, 'p');
      const scheduled = LOOK_ALIKE_NAMES.map((name, id) =>
        changeRequest({ id, project: 'p', features: [{ name, changes: [] }] }),
      );
      await Promise.all(scheduled.map((each) => record(store, each)));
      const asked = LOOK_ALIKE_NAMES.flatMap((feature): readonly AskedTarget[] => [
        { target: { kind: 'strategy', id: 's' }, feature },
        { target: { kind: 'featureVariants', feature } },
      ]);
      await assertFindsByRule(store, scheduled, ['p'], asked);
    },
  },
);
