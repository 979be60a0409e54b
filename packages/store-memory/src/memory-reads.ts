import {
  type AskedTarget,
  type ChangeRequestVersion,
  covers,
  type ImpactFindings,
  type ImpactSearch,
  MAX_LISTED,
  MAX_LISTED_BYTES,
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
import { cutRoundRobin } from '@forewarn/platform';
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
  const found = asked.map((one) => {
    const { touching, doubtful } = findingsIn(projects, one);
    return { touching: soonestFirst(touching), doubtful: soonestFirst(doubtful) };
  });
  const lists = found.flatMap(({ touching, doubtful }) => [touching, doubtful]);
  const listed = cutRoundRobin(
    lists.map((list) => list.slice(0, MAX_LISTED)),
    ({ text }) => bytesOf(text),
    MAX_LISTED_BYTES,
  );
  const copies = new Map(Array.from(new Set(listed.flat()), (kept) => [kept, parsed(kept)]));
  const copiesAt = (index: number) =>
    (listed[index] ?? []).flatMap((kept) => copies.get(kept) ?? []);
  return {
    projects: projects.map(coverageOf),
    hasOtherProjects: projects.length < state.projects.size,
    targets: found.map(({ touching, doubtful }, index) => ({
      count: touching.length,
      touching: copiesAt(2 * index),
      isDoubtful: doubtful.length > 0,
      doubtful: copiesAt(2 * index + 1),
    })),
  };
}

/** The sort is stable, so those of one time stay in the order of their keys. */
const soonestFirst = (found: readonly KeptChangeRequest[]): readonly KeptChangeRequest[] =>
  found.toSorted((a, b) => a.entry.scheduledAt - b.entry.scheduledAt);

/** Returns what touches or may touch a strategy definition. */
export function useOf(state: MemoryState, definition: StrategyDefinition): StrategyUse {
  const projects = state.projectsIn();
  const { touching, doubtful } = findingsIn(projects, {
    target: { kind: 'strategyDefinition', name: definition.name },
  });
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

function findingsIn(projects: readonly ProjectState[], asked: AskedTarget) {
  return {
    touching: projects.flatMap(({ index }) => index.findAny([asked.target])),
    doubtful: projects.flatMap(({ doubts }) =>
      [...doubts]
        .filter(([, each]) => each.some((doubt) => covers(doubt, asked)))
        .map(([kept]) => kept)
        .toSorted((a, b) => a.id - b.id),
    ),
  };
}

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
