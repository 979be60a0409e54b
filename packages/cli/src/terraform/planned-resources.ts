import { MAX_ASKED } from '@forewarn/impact';
import { err, ok, type Result } from 'neverthrow';
import type { TargetImpact } from '../impact/impact.ts';
import {
  isOfUnleash,
  type PlannedTarget,
  targetsOfChange,
  type Unclear,
} from './resource-rules.ts';
import type { PlannedChange } from './terraform-plan.ts';

/** A resource of the plan with a target to ask about, or with the reason why there is none. */
export interface PlannedResource extends Partial<PlannedTarget> {
  readonly resource: NonNullable<TargetImpact['resource']>;
  readonly unclear?: Unclear | 'other-project';
}

/** What to ask, and in which project; in all without one. */
export interface PlanQuestion {
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

/** The name of the feature that a resource removes. */
export const removedFeatureOf = ({ target }: PlannedResource): string | undefined =>
  target?.strategyId === undefined ? target?.feature : undefined;

const unlessElsewhere = (each: PlannedResource, project: string): PlannedResource =>
  each.project === undefined || each.project === project
    ? each
    : { resource: each.resource, unclear: 'other-project' };
