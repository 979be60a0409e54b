import {
  compareListingPlaces,
  doubtsIn,
  isListed,
  type ListingEntry,
  listingEntryOf,
  type ListingPage,
  listingPlaceOf,
  type ListingQuery,
  type StrategyDefinition,
} from '@forewarn/record';
import {
  covers,
  findingsAmong,
  type ImpactFindings,
  type ImpactSearch,
  type StrategyUse,
} from '@forewarn/impact';
import {
  matchesAny,
  type ProjectNotFound,
  type ScheduledChangeRequest,
  type ScheduledChangeRequestSearch,
  type ScheduledChangeRequestSummary,
  summaryOf,
  targetsOf,
} from '@forewarn/core';
import type { Store } from '@forewarn/store';
import { err, ok, type Result } from 'neverthrow';
import { firstOf } from './first-of.ts';
import { forecastIn } from './reference-forecast.ts';
import {
  byId,
  coverageIn,
  hasProject,
  inOrderOfKey,
  projectCoverageIn,
  type State,
  storedIn,
} from './reference-state.ts';
import { whileOpen } from '../../store-memory/src/while-open.ts';

export function searchIn(
  state: State,
  { projectId, anyOf }: ScheduledChangeRequestSearch,
  matches = matchesAny,
): Result<ScheduledChangeRequestSummary[], ProjectNotFound> {
  if (!hasProject(state, projectId)) return err({ type: 'ProjectNotFound', projectId });
  return ok(
    state.scheduled
      .filter(({ project }) => project === projectId)
      .filter((changeRequest) => matches(targetsOf(changeRequest), anyOf))
      .map(summaryOf)
      .toSorted(byId),
  );
}

/** Returns the change requests of some projects, in the order of impacts and listings. */
export const scheduledIn = (
  { scheduled }: State,
  projectIds: readonly string[],
): readonly ScheduledChangeRequest[] =>
  scheduled
    .filter(({ project }) => projectIds.includes(project))
    .toSorted((a, b) => compareListingPlaces(listingPlaceOf(a), listingPlaceOf(b)));

export function impactIn(state: State, { asked, projectIds }: ImpactSearch): ImpactFindings {
  const projects = state.projects.filter(({ id }) => projectIds.includes(id));
  return {
    projects: projectCoverageIn(state, projects),
    hasOtherProjects: projects.length < state.projects.length,
    targets: structuredClone(findingsAmong(scheduledIn(state, projectIds), asked)),
  };
}

/** The order and the rule of a listing. */
export interface ListingRule {
  readonly compare: (a: ListingEntry, b: ListingEntry) => number;
  readonly entryOf: (changeRequest: ScheduledChangeRequest) => ListingEntry;
  readonly passes: typeof isListed;
}

const RIGHT: ListingRule = {
  compare: compareListingPlaces,
  entryOf: listingEntryOf,
  passes: isListed,
};

export function listIn(
  state: State,
  query: ListingQuery,
  { compare, entryOf, passes }: ListingRule = RIGHT,
): ListingPage {
  const { projectIds, after, anyOf, limit, maxBytes } = query;
  const place = after && { environment: '', status: undefined, hasTrouble: false, ...after };
  const found = scheduledIn(state, projectIds)
    .filter((each) => passes(entryOf(each), query))
    .filter((each) => anyOf === undefined || matchesAny(targetsOf(each), anyOf))
    .toSorted((a, b) => compare(entryOf(a), entryOf(b)))
    .filter((each) => place === undefined || compare(entryOf(each), place) > 0);
  const page = firstOf(found.slice(0, limit), maxBytes);
  return {
    projects: impactIn(state, { asked: [], projectIds }).projects,
    changeRequests: structuredClone([...page]),
    hasMore: page.length < found.length,
  };
}

/** Returns the use of a definition, which may be one that is not stored. */
export const strategyUseIn = (state: State, definition: StrategyDefinition): StrategyUse => {
  const target = { kind: 'strategyDefinition', name: definition.name } as const;
  const versions = (uses: (each: ScheduledChangeRequest) => boolean) =>
    inOrderOfKey(state.scheduled)
      .filter(uses)
      .map((each) => {
        return { projectId: each.project, id: each.id, version: JSON.stringify(each) };
      });
  return {
    definition: structuredClone(definition),
    projects: projectCoverageIn(state, state.projects),
    touching: versions((each) => matchesAny(targetsOf(each), [target])),
    doubtful: versions((each) => doubtsIn(each).some((doubt) => covers(doubt, { target }))),
  };
};

export const readerOf = (state: State): Store['reader'] =>
  whileOpen<Store['reader']>(state, (step) => ({
    search: step((search) =>
      searchIn(state, search).map((changeRequests) => {
        return { coverage: coverageIn(state, search.projectId), changeRequests };
      }),
    ),
    impact: step((search) => ok(impactIn(state, search))),
    list: step((query) => ok(listIn(state, query))),
    forecast: step((query) => ok(forecastIn(state, query))),
    find: step(({ projectId, id }) => {
      const stored = storedIn(state, { project: projectId, id });
      if (stored === undefined) return err({ type: 'ChangeRequestNotFound', projectId, id });
      return ok(structuredClone(stored));
    }),
  }));
