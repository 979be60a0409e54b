import type { Target } from '@forewarn/core';
import { outcomeOf, type Step } from '../arbitraries/arbitrary-history.ts';
import { TARGET_OF_NAME } from '../arbitraries/arbitrary-targets.ts';
import { answerOf } from '../answer-of.ts';
import { answersTheRuleAfter, assertAnswersTheRule } from '../answers-the-rule.ts';
import type { CaseInput, Contract } from '../contract.ts';
import { changeRequest } from '../samples/change-request.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { touching } from '../samples/touching.ts';
import type { SearchPorts } from '../search-ports.ts';
import { BY, record, registerProjects } from '../store-calls.ts';

/** Records, and withdraws what is there. */
async function schedule(store: SearchPorts, steps: readonly Step[]): Promise<void> {
  const { did } = outcomeOf(steps);
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'scheduled') await record(store, step.changeRequest);
    else if (did[index] === 'withdrawn') await answerOf(store.writer.remove(step, BY));
  }
}

/** Schedules one change request per target, and asks for each. */
async function assertTellsApart(store: SearchPorts, targets: readonly Target[]): Promise<void> {
  const scheduled = targets.map((target, id) =>
    changeRequest({ id, project: 'p', ...touching(target) }),
  );
  await registerProjects(store, 'p');
  await Promise.all(scheduled.map((each) => record(store, each)));
  const queries = targets.map((target) => [target]);
  await assertAnswersTheRule(store, scheduled, ['p'], queries);
}

/** The answers of searches are those of the rule. */
export const searchEquivalenceContract: Contract<SearchPorts> = {
  port: 'ScheduledChangeRequestReader.search, against the rule',
  cases: [
    {
      name: 'returns exactly what the rule matches of all that was recorded, replaced and withdrawn',
      run: answersTheRuleAfter(schedule),
    },
    ...Object.entries(TARGET_OF_NAME).map(([kind, targetOf]) => ({
      name: `compares texts byte for byte: ${kind}`,
      run: ({ store }: CaseInput<SearchPorts>) =>
        assertTellsApart(store, LOOK_ALIKE_NAMES.map(targetOf)),
    })),
    {
      name: 'tells numbers of segments apart',
      run: ({ store }) =>
        assertTellsApart(
          store,
          [0, 1, -1, 10, 11, 2 ** 31, 2 ** 32, 2 ** 53 - 2, Number.MAX_SAFE_INTEGER].map((id) => ({
            kind: 'segment',
            id,
          })),
        ),
    },
    {
      name: 'tells the kinds of target apart where they have one value',
      run: ({ store }) =>
        assertTellsApart(store, [
          ...Object.values(TARGET_OF_NAME).map((targetOf) => targetOf('1')),
          { kind: 'segment', id: 1 },
        ]),
    },
  ],
};
