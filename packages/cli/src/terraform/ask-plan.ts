import type { Client } from '@forewarn/client';
import { MAX_ASKED } from '@forewarn/impact';
import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { askImpact } from '../impact/ask-impact.ts';
import type { Impact, TargetImpact, Unanswered } from '../impact/impact.ts';
import { readInput } from '../read-input.ts';
import { inTheirProjects, withoutRemoved } from './narrow-impact.ts';
import {
  isOfUnleash,
  type PlannedTarget,
  targetsOfChange,
  type Unclear,
} from './resource-rules.ts';
import { type PlannedChange, readTerraformPlan } from './terraform-plan.ts';

/** A resource of the plan with a target to ask about, or with the reason why there is none. */
interface PlannedResource extends Partial<PlannedTarget> {
  readonly resource: NonNullable<TargetImpact['resource']>;
  readonly unclear?: Unclear | 'other-project';
}

/** What to ask, and in which project; in all without one. */
interface PlanQuestion {
  readonly project: string | undefined;
  readonly resources: readonly PlannedResource[];
}

/** Where the command was told to ask. Without either, the plan decides. */
interface Scope {
  readonly project?: string | undefined;
  readonly allProjects?: true | undefined;
}

/** Returns what to ask about a plan. The error is one line. */
export function questionOf(
  changes: readonly PlannedChange[],
  { project, allProjects }: Scope,
): Result<PlanQuestion, string> {
  const resources = unlessInFeature(changes.filter(isOfUnleash).flatMap(resourcesOf));
  const asked = resources.filter(({ target }) => target !== undefined);
  if (asked.length > MAX_ASKED) {
    return err(
      `expected at most ${MAX_ASKED} changes in Unleash, which has ${asked.length}; plan parts of it with -target`,
    );
  }
  if (project !== undefined) {
    return ok({ project, resources: resources.map((each) => unlessElsewhere(each, project)) });
  }
  const [first, ...others] = new Set(asked.map((each) => each.project));
  return ok({ project: allProjects || others.length > 0 ? undefined : first, resources });
}

function resourcesOf(change: PlannedChange): readonly PlannedResource[] {
  const { address, type, actions } = change;
  const resource = { address, type, actions };
  return targetsOfChange(change).match<readonly PlannedResource[]>(
    (targets) => targets.map((each) => ({ resource, ...each })),
    (unclear) => [{ resource, unclear }],
  );
}

/** Leaves out the strategies of features that the plan removes, too: all that touches them touches the feature. */
function unlessInFeature(resources: readonly PlannedResource[]): readonly PlannedResource[] {
  const removed = new Set(resources.map(removedFeatureOf));
  return resources.filter(
    ({ target }) =>
      target?.strategyId === undefined || !removed.has(target.feature) || !target.feature,
  );
}

const removedFeatureOf = ({ target }: PlannedResource): string | undefined =>
  target?.strategyId === undefined ? target?.feature : undefined;

const unlessElsewhere = (each: PlannedResource, project: string): PlannedResource =>
  each.project === undefined || each.project === project
    ? each
    : { resource: each.resource, unclear: 'other-project' };

/** Reads a plan, and returns what to ask about it. The error is one line. */
export const planQuestion = (file: string, scope: Scope): ResultAsync<PlanQuestion, string> =>
  readInput(file)
    .andThen(readTerraformPlan)
    .andThen((changes) => questionOf(changes, scope))
    .mapErr((problem) => `--terraform ${file}: ${problem}`);

/**
 * Asks for the impact of a plan, in one batch, and again in the projects where that leaves it open. A plan that has no targets is not
 * asked about.
 */
export async function askPlan(
  client: Client,
  { project, resources }: PlanQuestion,
): Promise<Impact | Unanswered> {
  const named = resources.filter(({ target }) => target !== undefined);
  if (named.length === 0) return { source: 'plan', impacts: resources.map(unclearImpact) };
  const asked = await askImpact(client, {
    project,
    targets: named.flatMap(({ target }) => target ?? []),
  });
  if ('failure' in asked) return asked;
  const wanted = asked.impacts.map((impact, at) => ({
    impact,
    project: project === undefined ? named[at]?.project : undefined,
  }));
  const found = (await inTheirProjects(client, wanted)).values();
  const removed = new Set(resources.flatMap((each) => removedFeatureOf(each) ?? []));
  const impacts = resources.map((each): TargetImpact => {
    const impact = each.target === undefined ? undefined : found.next().value;
    if (impact === undefined) return unclearImpact(each);
    return { ...withoutRemoved(impact, removed), resource: each.resource };
  });
  return { ...asked, impacts };
}

const unclearImpact = ({ resource, unclear = 'no-rule' }: PlannedResource): TargetImpact => ({
  target: {},
  resource,
  outcome: 'unknown',
  complete: false,
  count: 0,
  changeRequests: [],
  doubts: [],
  reasons: [unclear],
  names: 'unchecked',
});
