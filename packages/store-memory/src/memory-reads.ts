import {
  type ChangeRequestVersion,
  covers,
  findingsAmong,
  type ImpactFindings,
  type ImpactSearch,
  type StrategyUse,
} from '@forewarn/impact';
import {
  compareListingPlaces,
  isListed,
  type ListingPage,
  type ListingQuery,
  type ProjectCoverage,
  type StrategyDefinition,
} from '@forewarn/record';
import type { ScheduledChangeRequest } from '@forewarn/core';
import {
  bytesOf,
  type KeptChangeRequest,
  type MemoryState,
  parsed,
  type ProjectState,
} from './memory-state.ts';

/** Returns what touches or may touch each of the targets. */
export function impactIn(state: MemoryState, { asked, projectIds }: ImpactSearch): ImpactFindings {
  const projects = state.projectsIn(projectIds);
  const targets = asked.map(({ target }) => target);
  const candidates = projects.flatMap(({ index, doubts }) => [
    ...new Set([...index.findAny(targets), ...doubts.keys()]),
  ]);
  return {
    projects: projects.map(coverageOf),
    hasOtherProjects: projects.length < state.projects.size,
    targets: findingsAmong(candidates.map(parsed), asked),
  };
}

/** Returns what touches or may touch a strategy definition. */
export function useOf(state: MemoryState, definition: StrategyDefinition): StrategyUse {
  const projects = state.projectsIn();
  const target = { kind: 'strategyDefinition', name: definition.name } as const;
  const touching = projects.flatMap(({ index }) => index.findAny([target]));
  const doubtful = projects.flatMap(({ doubts }) =>
    [...doubts]
      .filter(([, each]) => each.some((doubt) => covers(doubt, { target })))
      .map(([kept]) => kept)
      .toSorted((a, b) => a.id - b.id),
  );
  return {
    definition,
    projects: projects.map(coverageOf),
    touching: touching.map(versionOf),
    doubtful: doubtful.map(versionOf),
  };
}

/** Returns the coverage of a project. */
export const coverageOf = ({ project, coverage }: ProjectState): ProjectCoverage => ({
  projectId: project.id,
  coverage: { ...coverage },
});

const versionOf = ({ project, id, text }: KeptChangeRequest): ChangeRequestVersion => ({
  projectId: project,
  id,
  version: text,
});

/** Returns a page of a listing. */
export function pageIn(state: MemoryState, query: ListingQuery): ListingPage {
  const { projectIds, anyOf, after, limit, maxBytes } = query;
  const projects = state.projectsIn(projectIds);
  const found = projects
    .flatMap(({ index, changeRequests: all }) =>
      anyOf === undefined ? [...all.values()] : index.findAny(anyOf),
    )
    .filter(({ entry }) => after === undefined || compareListingPlaces(entry, after) > 0)
    .filter(({ entry }) => isListed(entry, query))
    .toSorted((a, b) => compareListingPlaces(a.entry, b.entry));
  let bytes = 0;
  const changeRequests: ScheduledChangeRequest[] = [];
  for (const kept of found.slice(0, limit)) {
    bytes += bytesOf(kept.text);
    if (bytes > maxBytes && changeRequests.length > 0) break;
    changeRequests.push(parsed(kept));
  }
  return {
    projects: projects.map(coverageOf),
    changeRequests,
    hasMore: changeRequests.length < found.length,
  };
}
