import {
  compareListingPlaces,
  isListed,
  type ListingPage,
  type ListingQuery,
  type ScheduledChangeRequest,
} from '@forewarn/core';
import { coverageOf } from './memory-impact.ts';
import type { KeptChangeRequest, MemoryState, ProjectState } from './memory-state.ts';

/** Returns a page of a listing. */
export function pageIn(state: MemoryState, query: ListingQuery): ListingPage {
  const { projectIds, after, limit, maxBytes } = query;
  const projects = state.projectsIn(projectIds);
  const found = projects
    .flatMap((project) => candidatesIn(project, query))
    .filter(({ entry }) => after === undefined || compareListingPlaces(entry, after) > 0)
    .filter(({ entry }) => isListed(entry, query))
    .toSorted((a, b) => compareListingPlaces(a.entry, b.entry));
  let bytes = 0;
  const changeRequests: ScheduledChangeRequest[] = [];
  for (const { text } of found.slice(0, limit)) {
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes && changeRequests.length > 0) break;
    changeRequests.push(JSON.parse(text) as ScheduledChangeRequest);
  }
  return {
    projects: projects.map(coverageOf),
    changeRequests,
    hasMore: changeRequests.length < found.length,
  };
}

function candidatesIn(
  { index, changeRequests }: ProjectState,
  { anyOf }: ListingQuery,
): readonly KeptChangeRequest[] {
  return anyOf === undefined ? [...changeRequests.values()] : index.findAny(anyOf);
}
