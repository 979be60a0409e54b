import { type CallOptions, isName } from '@forewarn/core';
import { compareListingPlaces, distinctCoverages, isListed, NAME_KINDS } from '@forewarn/record';
import {
  coverageOf,
  findNames,
  type KeptChangeRequest,
  type MemoryState,
  parsed,
} from '@forewarn/store-memory';
import { mayAffectAny } from '../effects-of.ts';
import type {
  ForecastAmong,
  ForecastFindings,
  ForecastQuery,
  GapsQuery,
} from '../forecast-reader.ts';
import { ReadSchedule } from '../read-schedule.ts';
import { victimsOf } from '../victims-of.ts';
import { goneIn, touchingGone } from './memory-gone.ts';
import { MemorySchedule, placeOf } from './memory-schedule.ts';
import { isPlannedFrom } from './influences-in.ts';

/** What a forecast needs, all of one moment. */
export type ForecastSnapshot = ReturnType<typeof snapshotOf>;

/** Returns what decides a forecast, before anything else is read. */
export function snapshotOf(state: MemoryState, query: ForecastQuery) {
  const { now, projectIds, environments, from, to, after, only, among } = query;
  const schedule = new MemorySchedule(state, now);
  const gone = goneIn(state);
  const lacking = touchingGone(state, gone);
  const named = among === undefined ? undefined : keptAmong(state, among);
  const isAsked = (kept: KeptChangeRequest): boolean =>
    only === undefined
      ? (named?.has(kept) ?? (lacking.has(kept) || schedule.mayBeAffected(kept)))
      : kept.project === only.projectId && kept.id === only.id;
  const asked = new Set(projectIds);
  const found = schedule.planned
    .filter(({ project }) => asked.has(project))
    .filter(({ entry }) => isListed(entry, { environments, from, to }))
    .filter(({ entry }) => after === undefined || compareListingPlaces(entry, after) > 0)
    .filter(isAsked);
  return {
    schedule,
    found,
    one: only !== undefined && asked.has(only.projectId) ? state.keptAt(only) : undefined,
    findings: {
      projects: state.projectsIn(projectIds).map(coverageOf),
      coverages: distinctCoverages(state.projectsIn().map(({ coverage }) => coverage)),
      gone,
      ...gapsIn(state, query),
    },
  };
}

/** Returns what a forecast needs. */
export async function forecastIn(
  { schedule, found, one, findings }: ForecastSnapshot,
  { now, limit, withVictims }: ForecastQuery,
  options: CallOptions,
): Promise<ForecastFindings> {
  const first = found.slice(0, limit).map(placeOf);
  const read = new ReadSchedule(schedule, { now }, options);
  const { places, scheduled } = await read.firstWithCauses(first);
  const next = places.length < found.length ? places.at(-1) : undefined;
  const page = { ...findings, candidates: places, ...(next === undefined ? {} : { next }) };
  const [candidate] = found;
  if (scheduled === undefined) {
    return { ...page, scheduled: found.slice(0, 1).map(parsed), isCut: true };
  }
  // One that is not going to be applied is listed, too.
  if (candidate === undefined)
    return { ...page, scheduled: one === undefined ? [] : [parsed(one)] };
  const victims = withVictims === true && (await victimsOf(placeOf(candidate), read, schedule));
  return { ...page, scheduled, ...victims };
}

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
    .reduce((soonest, [kept]) => Math.min(soonest, kept.entry.scheduledAt), Infinity);
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
      .filter(({ entry }) => entry.scheduledAt >= from),
  );
  return new Set(touching);
}
