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
  withPrefix,
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

const expectedResult = (
  scheduled: readonly ScheduledChangeRequest[],
  { projectId, anyOf }: ScheduledChangeRequestSearch,
): readonly ScheduledChangeRequestSummary[] =>
  scheduled
    .filter(({ project }) => project === projectId)
    .filter((each) => matchesAny(targetsOf(each), anyOf))
    .map(summaryOf)
    .toSorted((a, b) => a.id - b.id);

/** Asserts that each query in each project returns the change requests that the rule matches. */
export async function assertMatchesRule(
  store: Pick<SearchPorts, 'reader'>,
  scheduled: readonly ScheduledChangeRequest[],
  projects: readonly string[],
  queries: readonly Query[],
): Promise<void> {
  const searches = projects.flatMap((projectId) => queries.map((anyOf) => ({ projectId, anyOf })));
  await Promise.all(
    searches.map(async ({ projectId, anyOf }) =>
      assert.deepEqual(
        { anyOf, result: await search(store, projectId, ...anyOf) },
        { anyOf, result: expectedResult(scheduled, { projectId, anyOf }) },
      ),
    ),
  );
}

/** A history, every single target that it could touch, and searches for several targets. */
const arbitrarySample = arbitraryAlphabet.chain((alphabet) =>
  fc.record({
    history: arbitraryHistory(alphabet),
    mixtures: fc.array(arbitraryAnyOf(alphabet), { minLength: 2, maxLength: 2 }),
    singles: fc.constant(everyTarget(alphabet).map((target): Query => [target])),
  }),
);

/** Applies histories, then searches: for every single target in one project, for mixtures in all of them. */
export const matchesRuleAfter =
  <Ports extends Searched>(
    apply: (store: Ports, steps: readonly Step[]) => Promise<void>,
  ): ContractCase<Ports>['run'] =>
  ({ store }) =>
    holdsFor(RUNS, arbitrarySample, async ({ history, mixtures, singles }, prefix) => {
      const projects = projectsOf(prefix);
      const steps = withPrefix(prefix, history);
      await registerProjects(store, ...projects);
      await apply(store, steps);
      const { scheduled } = outcomeOf(steps);
      await assertMatchesRule(store, scheduled, projects.slice(0, 1), singles);
      await assertMatchesRule(store, scheduled, projects, mixtures);
    });
