import assert from 'node:assert/strict';
import {
  matchesAny,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestSearch,
  type ScheduledChangeRequestSummary,
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
} from './arbitraries/arbitrary-history.ts';
import { arbitraryAlphabet } from './arbitraries/arbitrary-name.ts';
import { arbitraryAnyOf, everyTarget } from './arbitraries/arbitrary-targets.ts';
import { holdsFor } from './arbitraries/holds-for.ts';
import type { ContractCase } from './contract.ts';
import type { SearchPorts } from './search-ports.ts';
import { registerProjects, search } from './store-calls.ts';

const RUNS = 30;

type Query = readonly Target[];
type Searched = Pick<SearchPorts, 'projects' | 'reader'>;

const expectedAnswer = (
  scheduled: readonly ScheduledChangeRequest[],
  { projectId, anyOf }: ScheduledChangeRequestSearch,
): readonly ScheduledChangeRequestSummary[] =>
  scheduled
    .filter(({ project }) => project === projectId)
    .filter((each) => matchesAny(targetsOf(each), anyOf))
    .map(summaryOf)
    .toSorted((a, b) => a.id - b.id);

/** Asks each of the projects each of the queries: the answer must be the rule's. */
export async function assertAnswersTheRule(
  store: Pick<SearchPorts, 'reader'>,
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

/** Applies histories, and then searches: all kinds of questions in one project, mixtures in the others too. */
export const answersTheRuleAfter =
  <Ports extends Searched>(
    apply: (store: Ports, steps: readonly Step[]) => Promise<void>,
  ): ContractCase<Ports>['run'] =>
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
