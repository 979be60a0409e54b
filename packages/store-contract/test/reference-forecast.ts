import {
  type ForecastFindings,
  type ForecastQuery,
  type Gone,
  isPlanned,
  MAX_FORECAST_BYTES,
  MAX_FORECAST_READ,
  MAX_VICTIM_BYTES,
  MAX_VICTIMS_READ,
  type Plan,
  plansOf,
  targetKey,
} from '@forewarn/forecast';
import {
  compareListingPlaces,
  isListed,
  listingEntryOf,
  type ListingPlace,
  listingPlaceOf,
} from '@forewarn/record';
import { type ScheduledChangeRequest, targetsOf } from '@forewarn/core';
import { isAmong } from '../src/suite/forecasts.ts';
import { firstOf } from './first-of.ts';
import { goneIn } from './reference-gone.ts';
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
  readonly goneIn: (state: State) => readonly Gone[];
  /** Whether a change request touches something that is gone. */
  readonly lacks: (planned: Planned, gone: readonly Gone[]) => boolean;
  /** Whether a forecast may read as much. */
  readonly fits: (read: readonly ScheduledChangeRequest[]) => boolean;
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
  { projectIds, environments, from, to, among }: Omit<ForecastQuery, 'limit' | 'now'>,
): boolean =>
  projectIds.includes(changeRequest.project) &&
  (among === undefined || isAmong(changeRequest, among)) &&
  isListed(listingEntryOf(changeRequest), { environments, from, to });

/** The size of change requests as JSON text, in bytes of UTF-8. */
export const bytesOf = (read: readonly ScheduledChangeRequest[]): number =>
  read.reduce((bytes, each) => bytes + Buffer.byteLength(JSON.stringify(each)), 0);

const RIGHT: ForecastRule = {
  compare: compareListingPlaces,
  isPlanned: (each, now) => isPlanned(each) && listingPlaceOf(each).scheduledAt >= now,
  passes: passesForecast,
  affects: (cause, victim) => changesTouched(cause, victim) || removesDependency(cause, victim),
  looksOn: () => true,
  goneIn,
  lacks: ({ changeRequest: { project }, touched }, gone) =>
    gone.some(
      ({ target, projectId = project }) => projectId === project && touched.has(targetKey(target)),
    ),
  fits: (read) => read.length <= MAX_FORECAST_READ && bytesOf(read) <= MAX_FORECAST_BYTES,
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
  const gone = rule.goneIn(state);
  const all = state.scheduled.filter((each) => rule.isPlanned(each, now)).map(planned);
  const byKey = Map.groupBy(
    all.flatMap((each) => each.plans.map(({ key }) => ({ key, each }))),
    ({ key }) => key,
  );
  const causes = new Map<Planned, readonly Planned[]>();
  const causesOf = (victim: Planned): readonly Planned[] => {
    const known = causes.get(victim);
    if (known !== undefined) return known;
    const near = [...victim.touched].flatMap((key) => byKey.get(key) ?? []);
    const found = [...new Set(near.map(({ each }) => each))].filter(
      (each) => each !== victim && rule.affects(each, victim, query),
    );
    causes.set(victim, found);
    return found;
  };

  const found = all
    .filter(({ changeRequest }) => rule.passes(changeRequest, query))
    .filter(({ changeRequest }) => only === undefined || isOnly(changeRequest))
    .filter(({ place }) => after === undefined || rule.compare(place, after) > 0)
    .filter(
      (each) => query.among !== undefined || rule.lacks(each, gone) || causesOf(each).length > 0,
    )
    .toSorted((a, b) => rule.compare(a.place, b.place));
  const readFor = (page: readonly Planned[]): readonly ScheduledChangeRequest[] => {
    const needed = new Set(page);
    let fresh = page;
    for (let distance = 0; fresh.length > 0 && rule.looksOn(distance); distance += 1) {
      fresh = [...new Set(fresh.flatMap(causesOf))].filter((each) => !needed.has(each));
      for (const each of fresh) needed.add(each);
    }
    return [...needed].map(({ changeRequest }) => changeRequest);
  };
  let page = found.slice(0, limit);
  let read = readFor(page);
  while (!rule.fits(read) && page.length > 1) {
    page = page.slice(0, Math.ceil(page.length / 2));
    read = readFor(page);
  }
  const isCut = !rule.fits(read);
  if (isCut) read = page.map(({ changeRequest }) => changeRequest);
  const next = page.at(-1)?.place;
  const one = all.find(({ changeRequest }) => isOnly(changeRequest));
  return {
    projects: projectCoverageIn(state, state.projects),
    candidates: page.map(({ place }) => place),
    ...(found.length > page.length && next !== undefined ? { next } : {}),
    gone: structuredClone([...gone]),
    scheduled: structuredClone([...new Set([...read, ...state.scheduled.filter(isOnly)])]),
    ...(isCut ? { isCut } : {}),
    ...(query.withVictims === true && one !== undefined && !isCut
      ? victimsOf(one, all, read, rule, query)
      : {}),
  };
}

/** Returns those that one of all that are planned may affect, and that were not read with its causes. */
function victimsOf(
  of: Planned,
  all: readonly Planned[],
  read: readonly ScheduledChangeRequest[],
  { compare, affects }: Pick<ForecastRule, 'compare' | 'affects'>,
  query: ForecastQuery,
): Pick<ForecastFindings, 'victims' | 'hasMoreVictims'> {
  const found = all
    .filter((each) => each !== of && !read.includes(each.changeRequest))
    .filter((each) => affects(of, each, query))
    .toSorted((a, b) => compare(a.place, b.place))
    .map(({ changeRequest }) => changeRequest);
  const victims = firstOf(found.slice(0, MAX_VICTIMS_READ), MAX_VICTIM_BYTES);
  return {
    victims: structuredClone(victims),
    ...(victims.length < found.length ? { hasMoreVictims: true } : {}),
  };
}
