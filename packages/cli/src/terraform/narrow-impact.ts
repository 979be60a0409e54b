import type { Client } from '@forewarn/client';
import { MAX_LISTED } from '@forewarn/impact';
import type { TargetImpact } from '../impact/impact.ts';

/** An impact in all projects, and the one project that it is wanted in, if it is one. */
interface WantedImpact {
  readonly impact: TargetImpact;
  readonly project: string | undefined;
}

/**
 * Narrows impacts in all projects to those in one. Where not all is known, a list can lack what is in that project, so that it is
 * asked about again there. Without a response, what is known of all projects stands: it calls nothing clear.
 */
export async function inTheirProjects(
  client: Pick<Client, 'getProjectImpact'>,
  wanted: readonly WantedImpact[],
): Promise<readonly TargetImpact[]> {
  const found = new Map<TargetImpact, TargetImpact>();
  const open = wanted.filter(({ impact }) => !isWhole(impact));
  for (const [project, all] of Map.groupBy(open, (each) => each.project)) {
    if (project === undefined) continue;
    const targets = all.map(({ impact }) => impact.target);
    const asked = await client.getProjectImpact(project, targets);
    if (asked.outcome !== 'done') continue;
    for (const [at, { impact }] of all.entries()) {
      const own = asked.value.impacts[at];
      if (own !== undefined) found.set(impact, own);
    }
  }
  return wanted.map((each) => found.get(each.impact) ?? narrowed(each));
}

function narrowed({ impact, project }: WantedImpact): TargetImpact {
  if (project === undefined || !isWhole(impact) || impact.outcome !== 'some') return impact;
  return withOnly(
    impact,
    impact.changeRequests.filter((each) => each.project === project),
  );
}

/**
 * Leaves out what touches the feature only under another one that the same plan removes: that one is in the impact, too, and
 * its change request does not get as far as to need this one.
 */
export function withoutRemoved(impact: TargetImpact, removed: ReadonlySet<string>): TargetImpact {
  const { feature, strategyId } = impact.target;
  if (feature === undefined || strategyId !== undefined) return impact;
  if (impact.outcome !== 'some' || !isWhole(impact)) return impact;
  const isElsewhere = (under: string | undefined): boolean =>
    under !== undefined && under !== feature && removed.has(under);
  const changeRequests = impact.changeRequests.flatMap((each) => {
    const touches = each.touches.filter((touch) => !isElsewhere(touch.feature));
    const isCut = each.touches.length === 0 || each.touches.length >= MAX_LISTED;
    if (isCut) return [each];
    return touches.length === 0 ? [] : [{ ...each, touches }];
  });
  return withOnly(impact, changeRequests);
}

function withOnly(
  impact: TargetImpact,
  changeRequests: TargetImpact['changeRequests'],
): TargetImpact {
  const outcome = changeRequests.length === 0 ? 'none' : 'some';
  return { ...impact, outcome, changeRequests, count: changeRequests.length };
}

/** Whether it lists all that touches its target. */
const isWhole = ({ complete, count, changeRequests }: TargetImpact): boolean =>
  complete && count === changeRequests.length;
