import { isName } from '@forewarn/core';
import {
  compareListingPlaces,
  distinctCoverages,
  isListed,
  NAME_KINDS,
  targetKey,
  UNSCHEDULED,
} from '@forewarn/record';
import {
  bytesOf,
  coverageOf,
  findNames,
  type KeptChangeRequest,
  type MemoryState,
  parsed,
} from '@forewarn/store-memory';
import { mayAffectAny } from '../effects-of.ts';
import {
  type ForecastAmong,
  type ForecastFindings,
  type ForecastQuery,
  type GapsQuery,
  MAX_FORECAST_BYTES,
  MAX_FORECAST_READ,
} from '../forecast-reader.ts';
import { MAX_EFFECTIVE } from '../forecast.ts';
import { goneIn, touchingGone } from './memory-gone.ts';
import { victimsOf } from './memory-victims.ts';
import { plannedIn } from './planned.ts';

/** Returns what a forecast needs. */
export function forecastIn(state: MemoryState, query: ForecastQuery): ForecastFindings {
  const { now, projectIds, environments, from, to, after, limit, only, among } = query;
  const projects = state.projectsIn();
  const isOnly = ({ project, id }: KeptChangeRequest): boolean =>
    project === only?.projectId && id === only.id;
  const planned = projects
    .flatMap(({ changeRequests }) => [...changeRequests.values()])
    .filter(isPlannedFrom(now))
    .toSorted((a, b) => compareListingPlaces(a.entry, b.entry));
  const causes = new Causes(planned);
  const asked = new Set(projectIds);
  const named = among === undefined ? undefined : keptAmong(state, among);
  const gone = goneIn(state);
  const lacking = touchingGone(state, gone);
  const isAsked = (kept: KeptChangeRequest): boolean =>
    named?.has(kept) ?? (lacking.has(kept) || causes.areKnown(kept));
  const found = planned
    .filter(({ project }) => asked.has(project))
    .filter(({ entry }) => isListed(entry, { environments, from, to }))
    .filter(({ entry }) => after === undefined || compareListingPlaces(entry, after) > 0)
    .filter((kept) => (only === undefined ? isAsked(kept) : isOnly(kept)));
  const { candidates, scheduled, isCut } = causes.firstWithCauses(found.slice(0, limit));
  const places = candidates.map(({ entry: { scheduledAt, projectId, id } }) => {
    return { scheduledAt, projectId, id };
  });
  const next = candidates.length < found.length ? places.at(-1) : undefined;
  const [first] = candidates;
  const hasVictims = query.withVictims === true && first !== undefined && !isCut;
  const one = only !== undefined && asked.has(only.projectId) ? state.keptAt(only) : undefined;
  return {
    projects: state.projectsIn(projectIds).map(coverageOf),
    coverages: distinctCoverages(projects.map(({ coverage }) => coverage)),
    candidates: places,
    ...(next === undefined ? {} : { next }),
    scheduled: [...new Set([...scheduled, ...(one === undefined ? [] : [one])])].map(parsed),
    gone,
    ...gapsIn(state, query),
    ...(isCut ? { isCut } : {}),
    ...(hasVictims ? victimsOf(first, planned, new Set(scheduled)) : {}),
  };
}

/** Whether a change request is going to be applied, from a time on. */
export const isPlannedFrom =
  (now: number) =>
  ({ entry: { status, scheduledAt } }: KeptChangeRequest): boolean =>
    status === 'pending' && scheduledAt !== UNSCHEDULED && scheduledAt >= now;

/**
 * Returns why there may be causes that are not found.
 *
 * @param query with the ids of change requests that do not count
 */
export function gapsIn(
  state: MemoryState,
  { now, projectIds, environments = [], except = [] }: GapsQuery,
): Pick<ForecastFindings, 'unlistedAt' | 'lacksEnvironment'> {
  const unlistedAt = state
    .projectsIn(projectIds)
    .flatMap(({ doubts }) => [...doubts])
    .filter(
      ([kept, each]) => isPlannedFrom(now)(kept) && mayAffectAny(each) && !except.includes(kept.id),
    )
    .reduce((soonest, [kept]) => Math.min(soonest, at(kept)), Infinity);
  const names = environments
    .filter(isName)
    .map((value) => ({ kind: NAME_KINDS.environment, value }));
  const found = findNames(state, { projectIds, names });
  return {
    ...(unlistedAt === Infinity ? {} : { unlistedAt }),
    ...(found.some((each) => each.state === 'not-found') ? { lacksEnvironment: true } : {}),
  };
}

function keptAmong(state: MemoryState, among: ForecastAmong): ReadonlySet<KeptChangeRequest> {
  if ('keys' in among) return new Set(among.keys.flatMap((key) => state.keptAt(key) ?? []));
  const touching = among.touching.flatMap(({ target, projectId, from }) =>
    state
      .projectsIn(projectId === undefined ? undefined : [projectId])
      .flatMap(({ index }) => index.findAny([target]))
      .filter((kept) => at(kept) >= from),
  );
  return new Set(touching);
}

/** What is planned for a target, the soonest first: no more than `forecastOf` looks at. */
interface PlannedFor {
  readonly effective: KeptChangeRequest[];
  readonly dependent: KeptChangeRequest[];
}

const NOTHING: PlannedFor = { effective: [], dependent: [] };

/** Finds what affects change requests that are going to be applied. */
class Causes {
  readonly #byTarget = new Map<string, PlannedFor>();

  /** @param planned the soonest first */
  constructor(planned: readonly KeptChangeRequest[]) {
    for (const kept of planned) {
      for (const { target, isEffective, hasDependency } of plannedIn(kept).plans) {
        const key = targetKey(target);
        const { effective, dependent } = this.#byTarget.get(key) ?? {
          effective: [],
          dependent: [],
        };
        if (isEffective && effective.length <= MAX_EFFECTIVE) effective.push(kept);
        if (hasDependency) dependent.push(kept);
        this.#byTarget.set(key, { effective, dependent });
      }
    }
  }

  /** Whether anything may affect a change request. */
  areKnown(kept: KeptChangeRequest): boolean {
    return this.#onEach(kept).some(
      ({ effective, dependent }) =>
        effective.slice(0, 2).some((each) => each !== kept && at(each) <= at(kept)) ||
        dependent.slice(-2).some((each) => each !== kept && at(each) >= at(kept)),
    );
  }

  /**
   * Returns the first of the change requests, and all that decides their forecasts: as many as a forecast may read, but at
   * least one. It is cut if that alone needs more.
   */
  firstWithCauses(candidates: readonly KeptChangeRequest[]) {
    for (let count = candidates.length; ; count = Math.ceil(count / 2)) {
      const some = candidates.slice(0, count);
      const scheduled = this.#withCauses(some);
      if (isWithinBounds(scheduled)) return { candidates: some, scheduled, isCut: false };
      if (count <= 1) return { candidates: some, scheduled: some, isCut: true };
    }
  }

  /**
   * Adds what affects change requests, and what affects an earlier one of these: whether that goes as planned matters. Adds what
   * changes a feature before its dependency is removed, too, or until its dependency affects one: whether that exists matters.
   */
  #withCauses(candidates: readonly KeptChangeRequest[]): ReadonlySet<KeptChangeRequest> {
    const found = new Set(candidates);
    const forecast = new Set(candidates);
    const removals = new Set<KeptChangeRequest>();
    for (const kept of forecast) {
      for (const { effective, dependent } of this.#onEach(kept)) {
        for (const cause of effective) {
          if (at(cause) > at(kept)) break;
          found.add(cause);
          if (at(cause) < at(kept)) forecast.add(cause);
          for (const other of this.#ofNewChildrenBefore(kept, cause)) found.add(other);
        }
        for (const cause of dependent) {
          found.add(cause);
          if (at(cause) > at(kept)) removals.add(cause);
        }
      }
    }
    for (const removal of removals) {
      for (const cause of this.#ofChildrenBefore(removal)) found.add(cause);
    }
    return found;
  }

  /** What has an effect on the features that lose their parent, until then. */
  #ofChildrenBefore(removal: KeptChangeRequest): readonly KeptChangeRequest[] {
    return plannedIn(removal)
      .plans.filter(({ isEffective, hasDependency }) => isEffective && hasDependency)
      .flatMap(({ target }) => this.#byTarget.get(targetKey(target))?.effective ?? [])
      .filter((cause) => at(cause) <= at(removal));
  }

  /** What has an effect on features that one makes the children of what a later one touches, until then. */
  #ofNewChildrenBefore(
    kept: KeptChangeRequest,
    cause: KeptChangeRequest,
  ): readonly KeptChangeRequest[] {
    const touched = plannedIn(kept).targets;
    const { plans } = plannedIn(cause);
    if (!plans.some(({ getsChild, target }) => getsChild && touched.includes(targetKey(target))))
      return [];
    return plans
      .filter(({ isEffective }) => isEffective)
      .flatMap(({ target }) => this.#byTarget.get(targetKey(target))?.effective ?? [])
      .filter((other) => at(other) <= at(kept));
  }

  #onEach(kept: KeptChangeRequest): readonly PlannedFor[] {
    return plannedIn(kept).targets.map((key) => this.#byTarget.get(key) ?? NOTHING);
  }
}

function isWithinBounds(scheduled: ReadonlySet<KeptChangeRequest>): boolean {
  if (scheduled.size > MAX_FORECAST_READ) return false;
  let bytes = 0;
  for (const { text } of scheduled) bytes += bytesOf(text);
  return bytes <= MAX_FORECAST_BYTES;
}

const at = ({ entry }: KeptChangeRequest): number => entry.scheduledAt;
