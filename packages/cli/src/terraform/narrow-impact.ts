import { MAX_LISTED } from '@forewarn/impact';
import type { Impact, TargetImpact, UnknownReason } from '../impact/impact.ts';

/** Why an impact may lack change requests of each project; undefined if nothing says so. */
export function gapIn({
  coverage,
  impacts,
}: Pick<Impact, 'coverage' | 'impacts'>): UnknownReason | undefined {
  if (coverage === 'none') return 'no-coverage';
  // Data that is too old leaves no impact complete. Live data has no age.
  if (coverage === 'live' || impacts.some(({ complete }) => complete)) return undefined;
  // A doubt about each target leaves none complete, either: then it is not known whether the data is too old.
  return impacts.every(({ doubts }) => doubts.length > 0) ? 'doubt' : 'too-old';
}

/**
 * Narrows an impact in all projects to one of them.
 *
 * @param gap that of all impacts of the response
 */
export function inProject(
  impact: TargetImpact,
  project: string,
  gap: UnknownReason | undefined,
): TargetImpact {
  const isHere = (each: { readonly project: string }): boolean => each.project === project;
  const changeRequests = impact.changeRequests.filter(isHere);
  const doubts = impact.doubts.filter(isHere);
  const narrowed = { ...impact, changeRequests, doubts, count: changeRequests.length };
  const isCut = isCutShort(impact) || impact.doubts.length >= MAX_LISTED;
  if (changeRequests.length > 0) {
    return { ...narrowed, complete: impact.complete && !isCut, reasons: [] };
  }
  if (isCut) return { ...narrowed, outcome: 'unknown', complete: false, reasons: ['cut'] };
  const others = impact.reasons.filter((reason) => reason !== 'doubt');
  // An impact that was "some" has no reasons of its own.
  const isGap = impact.outcome === 'some' && !impact.complete && gap !== undefined;
  const reasons = [...(doubts.length > 0 ? (['doubt'] as const) : []), ...(isGap ? [gap] : others)];
  const isKnown = reasons.length === 0;
  return { ...narrowed, outcome: isKnown ? 'none' : 'unknown', complete: isKnown, reasons };
}

/**
 * Leaves out what touches the feature only under another one that the same plan removes: that one is in the impact, too, and
 * its change request does not get as far as to need this one.
 */
export function withoutRemoved(impact: TargetImpact, removed: ReadonlySet<string>): TargetImpact {
  const { feature, strategyId } = impact.target;
  if (feature === undefined || strategyId !== undefined) return impact;
  if (impact.outcome !== 'some' || !impact.complete || isCutShort(impact)) return impact;
  const isElsewhere = (under: string | undefined): boolean =>
    under !== undefined && under !== feature && removed.has(under);
  const changeRequests = impact.changeRequests.flatMap((each) => {
    const touches = each.touches.filter((touch) => !isElsewhere(touch.feature));
    const isCut = each.touches.length === 0 || each.touches.length >= MAX_LISTED;
    if (isCut) return [each];
    return touches.length === 0 ? [] : [{ ...each, touches }];
  });
  const outcome = changeRequests.length === 0 ? 'none' : 'some';
  return { ...impact, outcome, changeRequests, count: changeRequests.length };
}

const isCutShort = ({ count, changeRequests }: TargetImpact): boolean =>
  count > changeRequests.length;
