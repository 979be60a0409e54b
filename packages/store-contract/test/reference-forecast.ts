import {
  type ForecastFindings,
  type ForecastQuery,
  isPlanned,
  type ListingPlace,
  type Plan,
  plansOf,
  type ScheduledChangeRequest,
  targetKey,
  targetsOf,
} from '@forewarn/core';
import {
  compareListingPlaces,
  isListed,
  listingEntryOf,
  listingPlaceOf,
} from '@forewarn/core/adapter';
import { projectCoverageIn, type State } from './reference-state.ts';

/** A change request that is going to be applied. */
export interface Planned {
  readonly changeRequest: ScheduledChangeRequest;
  readonly place: ListingPlace;
  readonly plans: readonly (Plan & { readonly key: string })[];
  readonly touched: ReadonlySet<string>;
}

/** What is needed for a forecast, as a table of rules that a wrong store replaces. */
export interface ForecastRule {
  readonly compare: (a: ListingPlace, b: ListingPlace) => number;
  readonly isPlanned: (changeRequest: ScheduledChangeRequest, now: number) => boolean;
  /** Whether a filter lets a change request through. */
  readonly passes: (changeRequest: ScheduledChangeRequest, query: ForecastQuery) => boolean;
  readonly affects: (cause: Planned, victim: Planned, query: ForecastQuery) => boolean;
  /** Whether to look for the causes of one that is this far from a candidate. */
  readonly looksOn: (distance: number) => boolean;
}

/** Whether applying the first changes what the second, which is not sooner, touches. */
export const changesTouched = (cause: Planned, victim: Planned): boolean =>
  cause.place.scheduledAt <= victim.place.scheduledAt &&
  cause.plans.some(
    ({ target, isEffective }) => isEffective && victim.touched.has(targetKey(target)),
  );

/** Whether the first removes a dependency, not sooner, for which the second would be refused. */
export const removesDependency = (cause: Planned, victim: Planned): boolean =>
  cause.place.scheduledAt >= victim.place.scheduledAt &&
  cause.plans.some(
    ({ key, hasDependency }) =>
      hasDependency && victim.plans.some((plan) => plan.isEffective && plan.key === key),
  );

/** Whether the filters of a forecast let a change request through. */
export const passesForecast = (
  changeRequest: ScheduledChangeRequest,
  { projectIds, environments, from, to }: Omit<ForecastQuery, 'limit' | 'now'>,
): boolean =>
  projectIds.includes(changeRequest.project) &&
  isListed(listingEntryOf(changeRequest), { environments, from, to });

const RIGHT: ForecastRule = {
  compare: compareListingPlaces,
  isPlanned: (each, now) => isPlanned(each) && listingPlaceOf(each).scheduledAt >= now,
  passes: passesForecast,
  affects: (cause, victim) => changesTouched(cause, victim) || removesDependency(cause, victim),
  looksOn: () => true,
};

const planned = (changeRequest: ScheduledChangeRequest): Planned => ({
  changeRequest,
  place: listingPlaceOf(changeRequest),
  plans: plansOf(changeRequest).map((plan) => ({ ...plan, key: targetKey(plan.target) })),
  touched: new Set(targetsOf(changeRequest).map(targetKey)),
});

/** Returns what a forecast needs: those that something affects, what affects them, and so on. */
export function forecastIn(
  state: State,
  query: ForecastQuery,
  given: Partial<ForecastRule> = {},
): ForecastFindings {
  const rule = { ...RIGHT, ...given };
  const { now, projectIds, after, limit, only } = query;
  const isOnly = ({ project, id }: ScheduledChangeRequest): boolean =>
    project === only?.projectId && id === only.id && projectIds.includes(project);
  const all = state.scheduled.filter((each) => rule.isPlanned(each, now)).map(planned);
  const causes = new Map<Planned, readonly Planned[]>();
  const causesOf = (victim: Planned): readonly Planned[] => {
    const known = causes.get(victim);
    if (known !== undefined) return known;
    const found = all.filter((each) => each !== victim && rule.affects(each, victim, query));
    causes.set(victim, found);
    return found;
  };

  const found = all
    .filter(({ changeRequest }) => rule.passes(changeRequest, query))
    .filter(({ changeRequest }) => only === undefined || isOnly(changeRequest))
    .filter(({ place }) => after === undefined || rule.compare(place, after) > 0)
    .filter((each) => causesOf(each).length > 0)
    .toSorted((a, b) => rule.compare(a.place, b.place));
  const page = found.slice(0, limit);
  const needed = new Set(page);
  let fresh: readonly Planned[] = page;
  for (let distance = 0; fresh.length > 0 && rule.looksOn(distance); distance += 1) {
    fresh = [...new Set(fresh.flatMap(causesOf))].filter((each) => !needed.has(each));
    for (const each of fresh) needed.add(each);
  }
  const next = page.at(-1)?.place;
  const scheduled = new Set([...needed].map(({ changeRequest }) => changeRequest));
  for (const each of state.scheduled) if (isOnly(each)) scheduled.add(each);
  return {
    projects: projectCoverageIn(state, state.projects),
    candidates: page.map(({ place }) => place),
    ...(found.length > limit && next !== undefined ? { next } : {}),
    scheduled: structuredClone([...scheduled]),
  };
}
