import type { Client } from '@forewarn/client';
import { MAX_LISTED } from '@forewarn/impact';
import type { TargetImpact } from '../impact/impact.ts';

/** An impact in all projects, and the one project that it is wanted in, if it is one. */
interface WantedImpact {
  readonly impact: TargetImpact;
  readonly project: string | undefined;
}

/**
 * Narrows impacts in all projects to those in one. Where not all is known, a list can lack what is in that project, and the server
 * may not have the project at all, so that it is asked about again there.
 */
export async function inTheirProjects(
  client: Pick<Client, 'getProjects' | 'getProjectImpact'>,
  wanted: readonly WantedImpact[],
): Promise<readonly TargetImpact[]> {
  const byProject = Map.groupBy(wanted, (each) => each.project);
  byProject.delete(undefined);
  const found = new Map<TargetImpact, TargetImpact>();
  const listed = byProject.size === 0 ? undefined : await client.getProjects();
  const ids = listed?.outcome === 'done' ? listed.value.projects.map(({ id }) => id) : [];
  for (const [project = '', all] of byProject) {
    const isOpen = (impact: TargetImpact): boolean => !ids.includes(project) || !isWhole(impact);
    const open = all.map(({ impact }) => impact).filter(isOpen);
    if (open.length === 0) continue;
    const targets = open.map(({ target }) => target);
    const asked = await client.getProjectImpact(project, targets);
    const impacts = asked.outcome === 'done' ? asked.value.impacts : [];
    for (const [at, each] of open.entries()) found.set(each, impacts[at] ?? unread(each, project));
  }
  return wanted.map(({ impact, project }) => found.get(impact) ?? narrowed(impact, project));
}

const narrowed = (impact: TargetImpact, project: string | undefined): TargetImpact =>
  project === undefined || impact.outcome !== 'some' ? impact : inProject(impact, project);

function unread(impact: TargetImpact, project: string): TargetImpact {
  const here = inProject(impact, project);
  const outcome = here.outcome === 'some' ? 'some' : 'unknown';
  return { ...here, outcome, complete: false, reasons: ['unread-project'] };
}

function inProject(impact: TargetImpact, project: string): TargetImpact {
  const isHere = (each: { readonly project: string }): boolean => each.project === project;
  const doubts = impact.doubts.filter(isHere);
  return withOnly({ ...impact, doubts }, impact.changeRequests.filter(isHere));
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

const withOnly = (
  impact: TargetImpact,
  changeRequests: TargetImpact['changeRequests'],
): TargetImpact => ({
  ...impact,
  outcome: changeRequests.length === 0 ? 'none' : 'some',
  changeRequests,
  count: changeRequests.length,
});

/** Whether it lists all that touches its target. */
const isWhole = ({ complete, count, changeRequests }: TargetImpact): boolean =>
  complete && count === changeRequests.length;
