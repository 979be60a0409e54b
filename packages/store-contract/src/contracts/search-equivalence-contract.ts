import assert from 'node:assert/strict';
import {
  type ImportTally,
  matchesAny,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestSearch,
  type ScheduledChangeRequestSummary,
  type Store,
  summaryOf,
  type Target,
  targetsOf,
} from '@forewarn/core';
import * as fc from 'fast-check';
import {
  arbitraryHistory,
  moved,
  outcomeOf,
  projectsOf,
  type Step,
} from '../arbitraries/arbitrary-history.ts';
import { arbitraryAlphabet } from '../arbitraries/arbitrary-name.ts';
import { arbitraryAnyOf, everyTarget, TARGET_OF_NAME } from '../arbitraries/arbitrary-targets.ts';
import { holdsFor } from '../arbitraries/holds-for.ts';
import type { Contract, ContractCase } from '../contract.ts';
import { changeRequest } from '../samples/change-request.ts';
import { LOOK_ALIKE_NAMES } from '../samples/names.ts';
import { touching } from '../samples/touching.ts';
import { importAll, play, registerProjects, search } from '../store-calls.ts';

const RUNS = 30;

type Query = readonly Target[];

const expectedAnswer = (
  scheduled: readonly ScheduledChangeRequest[],
  { projectId, anyOf }: ScheduledChangeRequestSearch,
): readonly ScheduledChangeRequestSummary[] =>
  scheduled
    .filter(({ project }) => project === projectId)
    .filter((each) => matchesAny(targetsOf(each), anyOf))
    .map(summaryOf)
    .toSorted((a, b) => a.id - b.id);

async function assertAnswersTheRule(
  store: Store,
  scheduled: readonly ScheduledChangeRequest[],
  projects: readonly string[],
  queries: readonly Query[],
): Promise<void> {
  const searches = projects.flatMap((projectId) => queries.map((anyOf) => ({ projectId, anyOf })));
  await Promise.all(
    searches.map(async ({ projectId, anyOf }) =>
      assert.deepEqual(
        { anyOf, answer: await search(store, projectId, ...anyOf) },
        { anyOf, answer: expectedAnswer(scheduled, { projectId, anyOf }) },
      ),
    ),
  );
}

/** A history, every single target that could have been touched in it, and some mixtures. */
const arbitrarySample = arbitraryAlphabet.chain((alphabet) =>
  fc.record({
    history: arbitraryHistory(alphabet),
    mixtures: fc.array(arbitraryAnyOf(alphabet), { minLength: 2, maxLength: 2 }),
    singles: fc.constant(everyTarget(alphabet).map((target): Query => [target])),
  }),
);

type Applies = (store: Store, steps: readonly Step[]) => Promise<void>;

/** Applies histories, and then searches: all kinds of questions in one project, mixtures in the others too. */
const answersTheRuleAfter =
  (apply: Applies): ContractCase['run'] =>
  ({ store }) =>
    holdsFor(RUNS, arbitrarySample, async ({ history, mixtures, singles }, prefix) => {
      const projects = projectsOf(prefix);
      const steps = moved(prefix, history);
      await registerProjects(store, ...projects);
      await apply(store, steps);
      const { scheduled } = outcomeOf(steps);
      await assertAnswersTheRule(store, scheduled, projects.slice(0, 1), singles);
      await assertAnswersTheRule(store, scheduled, projects, mixtures);
    });

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

/** Schedules one change request per target, and asks for each. */
async function assertTellsApart(store: Store, targets: readonly Target[]): Promise<void> {
  const scheduled = targets.map((target, id) =>
    changeRequest({ id, project: 'p', ...touching(target) }),
  );
  await importAll(
    store,
    scheduled.map((each) => ({ kind: 'scheduled', changeRequest: each })),
  );
  const queries = targets.map((target) => [target]);
  await assertAnswersTheRule(store, scheduled, ['p'], queries);
}

/** The answers of searches are those of the rule. */
export const searchEquivalenceContract: Contract = {
  port: 'ScheduledChangeRequestRepository.search, against the rule',
  cases: [
    {
      name: 'answers exactly what the rule matches of all that was recorded, replaced and withdrawn',
      run: answersTheRuleAfter(play),
    },
    {
      name: 'answers exactly what the rule matches of all that was imported',
      run: answersTheRuleAfter(importHistory),
    },
    ...Object.entries(TARGET_OF_NAME).map(([kind, targetOf]) => ({
      name: `compares texts byte for byte: ${kind}`,
      run: ({ store }: { readonly store: Store }) =>
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
