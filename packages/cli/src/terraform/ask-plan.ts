import type { Client } from '@forewarn/client';
import type { Result } from 'neverthrow';
import { askImpact } from '../impact/ask-impact.ts';
import type { Impact, TargetImpact, Unanswered } from '../impact/impact.ts';
import { inProject, withoutRemoved } from './narrow-impact.ts';
import {
  type PlannedResource,
  type PlanQuestion,
  questionOf,
  removedFeatureOf,
} from './planned-resources.ts';
import { readPlan } from './terraform-plan.ts';

/** Reads a plan, and returns what to ask about it. The error is one line. */
export const planQuestion = async (
  file: string,
  scope: Parameters<typeof questionOf>[1],
): Promise<Result<PlanQuestion, string>> =>
  (await readPlan(file))
    .andThen((changes) => questionOf(changes, scope))
    .mapErr((problem) => `--terraform ${file}: ${problem}`);

/** Asks for the impact of a plan, in one batch. A plan that has no targets is not asked about. */
export async function askPlan(
  client: Client,
  { project, resources }: PlanQuestion,
): Promise<Impact | Unanswered> {
  const targets = resources.flatMap(({ target }) => target ?? []);
  if (targets.length === 0) return { source: 'plan', impacts: resources.map(unclearImpact) };
  const asked = await askImpact(client, { project, targets });
  if ('failure' in asked) return asked;
  const removed = new Set(resources.flatMap((each) => removedFeatureOf(each) ?? []));
  const found = asked.impacts.values();
  const impacts = resources.map((each): TargetImpact => {
    const impact = each.target === undefined ? undefined : found.next().value;
    if (impact === undefined) return unclearImpact(each);
    const { resource } = each;
    const narrowed =
      each.project === undefined || project !== undefined
        ? impact
        : inProject(impact, each.project, asked.coverage);
    return { ...withoutRemoved(narrowed, removed), resource };
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
