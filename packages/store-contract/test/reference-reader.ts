import {
  compareListingPlaces,
  findingsAmong,
  type ImpactFindings,
  type ImpactSearch,
  isListed,
  listingEntryOf,
  type ListingPage,
  listingPlaceOf,
  type ListingQuery,
  matchesAny,
  type ProjectNotFound,
  type ScheduledChangeRequestSearch,
  type ScheduledChangeRequestSummary,
  type Store,
  summaryOf,
  targetsOf,
} from '@forewarn/core';
import { err, ok, type Result } from 'neverthrow';
import {
  coverageIn,
  inOrderOfKey,
  isAt,
  projectCoverageIn,
  type State,
} from './reference-state.ts';
import { whileOpen } from './while-open.ts';

export function searchIn(
  { projects, scheduled }: State,
  { projectId, anyOf }: ScheduledChangeRequestSearch,
  matches = matchesAny,
): Result<ScheduledChangeRequestSummary[], ProjectNotFound> {
  if (!projects.some(({ id }) => id === projectId)) {
    return err({ type: 'ProjectNotFound', projectId });
  }
  return ok(
    scheduled
      .filter(({ project }) => project === projectId)
      .filter((changeRequest) => matches(targetsOf(changeRequest), anyOf))
      .map(summaryOf)
      .toSorted((a, b) => a.id - b.id),
  );
}

export function impactIn(state: State, { asked, projectIds }: ImpactSearch): ImpactFindings {
  const projects = state.projects.filter(({ id }) => projectIds.includes(id));
  const among = state.scheduled.filter(({ project }) => projectIds.includes(project));
  return {
    projects: projectCoverageIn(state, projects),
    hasOtherProjects: projects.length < state.projects.length,
    targets: structuredClone(findingsAmong(inOrderOfKey(among), asked)),
  };
}

export function listIn(state: State, query: ListingQuery): ListingPage {
  const { projectIds, after, anyOf, limit, maxBytes } = query;
  const projects = state.projects.filter(({ id }) => projectIds.includes(id));
  const found = state.scheduled
    .filter(({ project }) => projectIds.includes(project))
    .filter((each) => isListed(listingEntryOf(each), query))
    .filter((each) => anyOf === undefined || matchesAny(targetsOf(each), anyOf))
    .toSorted((a, b) => compareListingPlaces(listingPlaceOf(a), listingPlaceOf(b)))
    .filter((each) => after === undefined || compareListingPlaces(listingPlaceOf(each), after) > 0);
  let left = maxBytes;
  const page = found.slice(0, limit).filter((each, index) => {
    left -= Buffer.byteLength(JSON.stringify(each));
    return index === 0 || left >= 0;
  });
  return {
    projects: projectCoverageIn(state, projects),
    changeRequests: structuredClone(page),
    hasMore: page.length < found.length,
  };
}

export const readerOf = (state: State): Store['reader'] => ({
  search: (search, options) =>
    whileOpen(state, options, () =>
      searchIn(state, search).map((changeRequests) => ({
        coverage: coverageIn(state, search.projectId),
        changeRequests,
      })),
    ),
  impact: (search, options) => whileOpen(state, options, () => ok(impactIn(state, search))),
  list: (query, options) => whileOpen(state, options, () => ok(listIn(state, query))),
  find: ({ projectId, id }, options) =>
    whileOpen(state, options, () => {
      const stored = state.scheduled.find(isAt(projectId, id));
      return stored === undefined
        ? err({ type: 'ChangeRequestNotFound', projectId, id })
        : ok(structuredClone(stored));
    }),
});
