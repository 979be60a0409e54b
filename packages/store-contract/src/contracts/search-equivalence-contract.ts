import type { Target } from '@forewarn/core';
import { outcomeOf, type Step } from '../arbitraries/arbitrary-history.ts';
import { TARGET_OF_NAME } from '../arbitraries/arbitrary-targets.ts';
import { valueOf } from '../value-of.ts';
import { matchesRuleAfter, assertMatchesRule } from '../matches-rule.ts';
import type { CaseInput, Contract } from '../contract.ts';
import { changeRequest } from '../samples/change-request.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { touching } from '../samples/touching.ts';
import type { SearchPorts } from '../search-ports.ts';
import { BY, record, registerProjects } from '../store-calls.ts';

/** Applies steps with put and remove. */
async function schedule(store: SearchPorts, steps: readonly Step[]): Promise<void> {
  const { did } = outcomeOf(steps);
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'scheduled') await record(store, step.changeRequest);
    else if (did[index] === 'withdrawn') await valueOf(store.writer.remove(step, BY));
  }
}

/** Puts one change request per target and searches for each target. */
async function assertDistinguishes(store: SearchPorts, targets: readonly Target[]): Promise<void> {
  const scheduled = targets.map((target, id) =>
    changeRequest({ id, project: 'p', ...touching(target) }),
  );
  await registerProjects(store, 'p');
  await Promise.all(scheduled.map((each) => record(store, each)));
  const queries = targets.map((target) => [target]);
  await assertMatchesRule(store, scheduled, ['p'], queries);
}

/** Searches return what the rule matches. */
export const searchEquivalenceContract: Contract<SearchPorts> = {
  port: 'ScheduledChangeRequestReader.search, against the rule',
  cases: [
    {
      name: 'returns exactly what the rule matches after puts, replacements and removals',
      run: matchesRuleAfter(schedule),
    },
    ...Object.entries(TARGET_OF_NAME).map(([kind, targetOf]) => ({
      name: `compares texts byte for byte: ${kind}`,
      run: ({ store }: CaseInput<SearchPorts>) =>
        assertDistinguishes(store, LOOK_ALIKE_NAMES.map(targetOf)),
    })),
    {
      name: 'distinguishes ids of segments',
      run: ({ store }) =>
        assertDistinguishes(
          store,
          [0, 1, -1, 10, 11, 2 ** 31, 2 ** 32, 2 ** 53 - 2, Number.MAX_SAFE_INTEGER].map((id) => ({
            kind: 'segment',
            id,
          })),
        ),
    },
    {
      name: 'distinguishes kinds of targets with the same value',
      run: ({ store }) =>
        assertDistinguishes(store, [
          ...Object.values(TARGET_OF_NAME).map((targetOf) => targetOf('1')),
          { kind: 'segment', id: 1 },
        ]),
    },
  ],
};
