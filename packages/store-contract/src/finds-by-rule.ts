import assert from 'node:assert/strict';
import {
  type AskedTarget,
  type ChangeRequestKey,
  covers,
  doubtsIn,
  type ImpactFindings,
  matchesAny,
  type ScheduledChangeRequest,
  type Target,
  targetsOf,
} from '@forewarn/core';
import * as fc from 'fast-check';
import {
  arbitraryHistory,
  outcomeOf,
  projectsOf,
  type Step,
  withPrefix,
} from './arbitraries/arbitrary-history.ts';
import { type Alphabet, arbitraryAlphabet } from './arbitraries/arbitrary-name.ts';
import { everyTarget } from './arbitraries/arbitrary-targets.ts';
import { holdsFor } from './arbitraries/holds-for.ts';
import { byBytes } from './by-bytes.ts';
import type { ContractCase } from './contract.ts';
import type { ImpactPorts } from './impact-ports.ts';
import { registerProjects } from './store-calls.ts';
import { valueOf } from './value-of.ts';

const RUNS = 30;

/** The parts of a change request that every store has. */
const contentOf = ({ project, id, environment, title, ...changed }: ScheduledChangeRequest) => {
  const { features, segments } = changed;
  return { project, id, environment, title, features, segments };
};

/** Returns change requests in byte order of project and then of id. */
export const inOrder = (
  all: readonly ScheduledChangeRequest[],
): readonly ScheduledChangeRequest[] =>
  all.toSorted((a, b) => byBytes(a.project, b.project) || a.id - b.id);

/** Whether a change request has a doubt that covers the target. */
export const isDoubtful = (changeRequest: ScheduledChangeRequest, asked: AskedTarget): boolean =>
  doubtsIn(changeRequest).some((doubt) => covers(doubt, asked));

/** Returns the keys of change requests. */
export const keysOf = (all: readonly ScheduledChangeRequest[]): readonly ChangeRequestKey[] =>
  all.map(({ project, id }) => ({ projectId: project, id }));

/** Asserts that an impact finds what the rule finds among all that is scheduled, which is little. */
export async function assertFindsByRule(
  store: Pick<ImpactPorts, 'reader'>,
  scheduled: readonly ScheduledChangeRequest[],
  projectIds: readonly string[],
  asked: readonly AskedTarget[],
): Promise<void> {
  const among = inOrder(scheduled.filter(({ project }) => projectIds.includes(project)));
  const { targets } = await valueOf(store.reader.impact({ asked, projectIds }));
  assert.equal(targets.length, asked.length);
  for (const [index, one] of asked.entries()) {
    const touching = among.filter((each) => matchesAny(targetsOf(each), [one.target]));
    const doubtful = among.filter((each) => isDoubtful(each, one));
    const found = targets[index];
    assert.deepEqual(
      { one, ...found, ...contentsOf(found) },
      {
        one,
        count: touching.length,
        isDoubtful: doubtful.length > 0,
        touching: touching.map(contentOf),
        doubtful: doubtful.map(contentOf),
      },
    );
  }
}

const contentsOf = (found: ImpactFindings['targets'][number] | undefined) => ({
  touching: found?.touching.map(contentOf),
  doubtful: found?.doubtful.map(contentOf),
});

/** Every target with the names of an alphabet; strategies also with each feature. */
const everyAsked = (alphabet: Alphabet): readonly AskedTarget[] =>
  everyTarget(alphabet).flatMap((target): readonly AskedTarget[] => [
    { target },
    ...(target.kind === 'strategy' ? alphabet.map((feature) => ({ target, feature })) : []),
  ]);

const arbitrarySample = arbitraryAlphabet.chain((alphabet) =>
  fc.record({
    history: arbitraryHistory(alphabet),
    every: fc.constant(everyAsked(alphabet)),
    some: fc.array(fc.constantFrom(...everyAsked(alphabet)), { maxLength: 6, size: 'max' }),
  }),
);

/** Applies histories, then asks: for every target in all projects, and for some in one project. */
export const findsByRuleAfter =
  <Ports extends Pick<ImpactPorts, 'projects' | 'reader'>>(
    apply: (store: Ports, steps: readonly Step[]) => Promise<void>,
  ): ContractCase<Ports>['run'] =>
  ({ store }) =>
    holdsFor(RUNS, arbitrarySample, async ({ history, every, some }, prefix) => {
      const projects = projectsOf(prefix);
      const steps = withPrefix(prefix, history);
      await registerProjects(store, ...projects);
      await apply(store, steps);
      const { scheduled } = outcomeOf(steps);
      await assertFindsByRule(store, scheduled, projects, every);
      await assertFindsByRule(store, scheduled, projects.slice(1, 2), [...some, ...some]);
    });

/** The targets, each as it is asked about. */
export const asAsked = (targets: readonly Target[]): readonly AskedTarget[] =>
  targets.map((target) => ({ target }));
