import { targetValue } from '@forewarn/core';
import type { Forecast } from '@forewarn/forecast';
import {
  type ImpactedChangeRequest,
  type ImpactTouch,
  MAX_LISTED,
  type TargetImpact,
} from '@forewarn/impact';
import { compareBytes, scheduledAtOf, shownOf, UNSCHEDULED } from '@forewarn/record';
import type {
  BlockedReason,
  CandidateFacts,
  CleanupEvidence,
  CleanupReason,
  UnknownReason,
  Verdict,
} from './cleanup.ts';

/** When, and after how long without use. */
export interface CleanupClock {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How long no application must have asked for a feature, in milliseconds. */
  readonly quietMs: number;
}

/** The verdict on one target, whatever depends on it. */
export interface OwnVerdict {
  readonly verdict: Verdict;
  /** Only of `after`: in milliseconds since 1970. */
  readonly after?: number;
  readonly reasons: readonly CleanupReason[];
  readonly evidence: readonly CleanupEvidence[];
}

/** Returns the verdict on one target. Features that depend on it are not looked at, only that it is known which do. */
export function verdictOf(facts: CandidateFacts, clock: CleanupClock): OwnVerdict {
  const { changeRequests } = facts.impact;
  const freed = facts.parentImpacts.flatMap(dependingOnChildren);
  const touching = changeRequests.map((each) => touchOf(each, facts, clock.now));
  const found = [
    ...touching,
    ...freed.map((each) => freeOf(each, facts, clock.now)),
    ...presentIn(facts, clock),
    ...removalIn(facts, touching),
  ];
  const evidence = found.flatMap((each) => each.evidence ?? []);
  const blocked = sorted(found.flatMap((each) => each.blocked ?? []));
  if (blocked.length > 0) return { verdict: 'blocked', reasons: blocked, evidence };
  const unknown = sorted([...found.flatMap((each) => each.unknown ?? []), ...gapsOf(facts)]);
  if (unknown.length > 0) return { verdict: 'unknown', reasons: unknown, evidence };
  const times = [...changeRequests, ...freed].map((each) => scheduledAtOf(each));
  if (times.length === 0) return { verdict: 'now', reasons: [], evidence };
  return { verdict: 'after', after: Math.max(...times), reasons: [], evidence };
}

/** Each once, in byte order. */
export const sorted = <T extends string>(reasons: Iterable<T>): readonly T[] =>
  [...new Set(reasons)].toSorted(compareBytes);

/** What speaks for or against a removal. */
interface Finding {
  readonly blocked?: BlockedReason;
  readonly unknown?: UnknownReason;
  readonly evidence?: readonly CleanupEvidence[];
}

function touchOf(
  changeRequest: ImpactedChangeRequest,
  { forecasts }: CandidateFacts,
  now: number,
): Finding {
  const { touches } = changeRequest;
  const forecast = forecastFor(changeRequest, forecasts);
  const evidence = touches.flatMap(({ consequence }): readonly CleanupEvidence[] =>
    consequence === undefined
      ? []
      : [
          {
            rule: consequence.rule,
            evidence: consequence.evidence,
            changeRequest: shownOf(changeRequest),
            ...(forecast && { forecast: forecast.forecast }),
          },
        ],
  );
  return { ...stateOf(changeRequest, forecast, now), evidence: distinct(evidence) };
}

/** How a change request will go; undefined if it is not going to be applied. */
function forecastFor(
  { project, id, schedule }: ImpactedChangeRequest,
  forecasts: readonly Forecast[],
): Forecast | undefined {
  if (schedule?.status !== 'pending') return undefined;
  return forecasts.find((each) => project === each.project && id === each.id);
}

/** Those to which it may matter whether the parent has children. */
const dependingOnChildren = ({ changeRequests }: TargetImpact): readonly ImpactedChangeRequest[] =>
  changeRequests.filter(({ touches }) => touches.some(dependsOnChildren));

const dependsOnChildren = ({ consequence }: ImpactTouch): boolean =>
  consequence?.outcome !== 'unaffected';

/** Whether it may have more touches than are listed. */
const isCut = ({ touches }: ImpactedChangeRequest): boolean => touches.length === MAX_LISTED;

/** What a change request says about a target whose parent it touches. */
function freeOf(
  changeRequest: ImpactedChangeRequest,
  { forecasts }: CandidateFacts,
  now: number,
): Finding {
  const forecast = forecastFor(changeRequest, forecasts);
  const known = changeRequest.touches
    .filter(dependsOnChildren)
    .map(({ consequence }) => consequence?.evidence)
    .find((each) => each !== 'none');
  const evidence: CleanupEvidence = {
    rule: 'frees-parent',
    evidence: known ?? 'none',
    changeRequest: shownOf(changeRequest),
    ...(forecast && { forecast: forecast.forecast }),
  };
  return { ...stateOf(changeRequest, forecast, now), evidence: [evidence] };
}

function stateOf(
  changeRequest: ImpactedChangeRequest,
  forecast: Forecast | undefined,
  now: number,
): Finding {
  const { schedule } = changeRequest;
  if (schedule?.status === 'suspended') return { blocked: 'suspended' };
  if (schedule?.status === 'failed') return { blocked: 'failed' };
  const time = scheduledAtOf(changeRequest);
  if (time === UNSCHEDULED) return { unknown: 'no-future-time' };
  if (time < now) return { blocked: 'overdue' };
  if (forecast?.forecast === 'as-planned') return {};
  if (forecast !== undefined && forecast.forecast !== 'unknown')
    return { blocked: 'not-as-planned' };
  // Without a cause, it is unknown because of its own doubts.
  return { unknown: forecast?.causeCount === 0 ? 'doubt' : 'forecast-unknown' };
}

/** A change request that touches the target several times by one rule is evidence once. */
const distinct = (evidence: readonly CleanupEvidence[]): readonly CleanupEvidence[] =>
  evidence.filter(
    ({ rule }, index) => evidence.findIndex((other) => other.rule === rule) === index,
  );

/** What its present use says. */
function presentIn(
  { target, impact, present }: CandidateFacts,
  { now, quietMs }: CleanupClock,
): readonly Finding[] {
  const { isUsed, lastSeenAt, asOf = now } = present;
  if (target.kind === 'strategyDefinition') {
    if (isUsed === true) {
      return [{ blocked: 'used', evidence: [{ rule: 'used', evidence: 'measured' }] }];
    }
    // What is scheduled and touches a definition uses it from then on.
    return impact.count > 0 ? [{ blocked: 'used' }] : [];
  }
  if (typeof lastSeenAt !== 'number') return [];
  // It can be seen while use is read: then it was quiet for no time.
  if (Math.max(0, Math.min(asOf, now) - lastSeenAt) >= quietMs) return [];
  const seen = { lastSeenAt: new Date(lastSeenAt).toISOString() };
  const evidence = [{ rule: 'seen-recently', evidence: 'none', ...seen }] as const;
  return [{ blocked: 'seen-recently', evidence }];
}

/** What makes a removal fail is only known if it is known how that will go itself. */
function removalIn(
  { impact, removal, forecastReasons }: CandidateFacts,
  touching: readonly Finding[],
): readonly Finding[] {
  const isFailing = removal !== 'as-planned' && removal !== 'unknown';
  const isKnown =
    impact.isComplete &&
    forecastReasons.length === 0 &&
    touching.every(({ unknown }) => unknown === undefined);
  return impact.count > 0 && isFailing && isKnown ? [{ blocked: 'removal-fails' }] : [];
}

/** Whether it gets a parent that is to be read then: removing it frees this one, for what may be scheduled later. */
const becomesChild = ({ question, changeRequests }: TargetImpact): boolean =>
  changeRequests.some(({ touches }) =>
    touches.some(
      ({ action, feature }) =>
        action === 'addDependency' && feature === targetValue(question.target),
    ),
  );

/** What is not known. */
function gapsOf({
  target,
  impact,
  parentImpacts,
  forecastReasons,
  removal,
  present,
}: CandidateFacts): readonly UnknownReason[] {
  const impacts = [impact, ...parentImpacts];
  const isTouched = impacts.some(({ count }) => count > 0);
  const isUnread =
    target.kind === 'feature'
      ? [present.children, present.parents, present.lastSeenAt].includes(undefined)
      : present.isUsed === undefined;
  return [
    ...impacts.flatMap(({ reasons }) => reasons),
    // An impact that something touches has no reasons of its own.
    ...(impacts.some(({ count, isComplete }) => count > 0 && !isComplete) &&
    forecastReasons.length === 0
      ? (['doubt'] as const)
      : []),
    ...(isTouched ? forecastReasons : []),
    ...(isTouched && (removal === 'unknown' || becomesChild(impact))
      ? (['forecast-unknown'] as const)
      : []),
    ...(impacts.some(({ count, changeRequests }) => count > changeRequests.length) ||
    impact.changeRequests.some(isCut) ||
    parentImpacts.some((each) => {
      const known = new Set(dependingOnChildren(each));
      return each.changeRequests.some((other) => isCut(other) && !known.has(other));
    })
      ? (['cut'] as const)
      : []),
    ...(isUnread ? (['use-unread'] as const) : []),
    ...(!isUnread && target.kind === 'strategyDefinition' && present.mayBePlanned !== false
      ? (['release-plans-unread'] as const)
      : []),
  ];
}
