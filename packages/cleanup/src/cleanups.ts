import {
  type BadData,
  type InProject,
  type NoAccess,
  type Ports,
  projectUseCase,
  type ReadOptions,
  type StoreUnavailable,
  useCase,
} from '@forewarn/core';
import type { ForecastFindings } from '@forewarn/forecast';
import { dataOf, type ImpactData } from '@forewarn/impact';
import {
  type AsOf,
  badData,
  compareBytes,
  type CoveredProject,
  type DataAgeLimit,
  type FeatureUseRepository,
  hidesProjects,
  type Hiding,
  type KnownNames,
  listReadable,
  notBeforeNow,
  olderOf,
  type ProjectRepository,
  targetKey,
  unlessAborted,
  unlessUnregistered,
} from '@forewarn/record';
import { errAsync, okAsync, ResultAsync } from 'neverthrow';
import {
  type CandidateGroup,
  candidatePage,
  type CandidatePorts,
  type CleanupPlace,
  namedCandidates,
} from './candidate-pages.ts';
import {
  type FactPorts,
  factsOf,
  type FactScope,
  type KnownFacts,
  readForecasts,
} from './facts-of.ts';
import { type FingerprintedRemoval, fingerprintOfRemoval } from './fingerprint-of-removal.ts';
import { planCleanup } from './plan-cleanup.ts';
import { unlessMistyped } from './unless-mistyped.ts';
import type { CleanupClock } from './verdict-of.ts';

/** The port that clean-up adds to a store. */
export interface CleanupStore {
  readonly featureUse: FeatureUseRepository;
}

/** Maximum features, and maximum definitions, that a command names. */
export const MAX_NAMED = 100;

/** What to plan, and how. */
export interface CleanupCommand {
  /**
   * Only these features, whatever their state, on one page: at most {@link MAX_NAMED}. Without them and `definitions`, those that
   * are stale or completed and, over all projects, strategy definitions.
   */
  readonly features?: readonly string[] | undefined;
  /** Only these strategy definitions, over all projects: at most {@link MAX_NAMED}. */
  readonly definitions?: readonly string[] | undefined;
  /** How long no application must have asked for a feature, in milliseconds. */
  readonly quietMs: number;
  readonly after?: CleanupPlace | undefined;
  /** Maximum candidates of a page, 1 or more. */
  readonly limit: number;
}

/** A page of what can be removed, and from when on. */
export interface CleanupPage extends ImpactData {
  /** By project and name; definitions, which have no project, come first. */
  readonly candidates: readonly FingerprintedRemoval[];
  /** Where the next page begins; absent on the last one. A page can be short, or empty, and not be the last one. */
  readonly next?: CleanupPlace;
}

export type PlanPorts = DataAgeLimit &
  Hiding &
  KnownNames & { readonly projects: Pick<ProjectRepository, 'list'> } & CandidatePorts &
  FactPorts;

type CleanupPorts<Credentials> = Ports<Credentials, PlanPorts>;

/**
 * Returns a page of what can be removed in all projects in which the principal has PROJECT_CHANGE_REQUEST_READ. Without any such
 * project, the result is `NoAccess`.
 */
export const makeGetCleanup = <Credentials>(ports: CleanupPorts<Credentials>) =>
  useCase(ports, undefined, (command: CleanupCommand, principal, options) =>
    listReadable(ports, principal, options).andThen(
      ({ hasNone, ...found }): ResultAsync<CleanupPage, BadData | NoAccess | StoreUnavailable> =>
        hasNone
          ? errAsync({ type: 'NoAccess', permission: 'PROJECT_CHANGE_REQUEST_READ' })
          : planNamedPage(
              ports,
              command,
              { ...found, isWhole: true },
              { ...options, caller: principal.name },
            ),
    ),
  );

/** Returns the same of one project. Needs PROJECT_CHANGE_REQUEST_READ in it. */
export const makeGetProjectCleanup = <Credentials>(ports: CleanupPorts<Credentials>) =>
  projectUseCase(
    ports,
    'PROJECT_CHANGE_REQUEST_READ',
    ({ projectId, ...command }: CleanupCommand & InProject, principal, options) =>
      listReadable(ports, principal, options, projectId)
        .map((found) => ({
          ...found,
          projects: found.projects.filter(({ id }) => id === projectId),
        }))
        .andThrough(({ projects }) => unlessUnregistered(projectId, projects))
        .andThen((found) =>
          planNamedPage(
            ports,
            command,
            { ...found, isWhole: false },
            { ...options, caller: principal.name },
          ),
        ),
  );

interface Asked {
  /** Those to look in, among others. */
  readonly projects: readonly CoveredProject[];
  /** The ids of those that the principal may read. */
  readonly readable: ReadonlySet<string>;
  /** Whether all projects are asked about. */
  readonly isWhole: boolean;
}

/** The same as {@link planPage}, but an odd name that nothing has is `BadData`. */
function planNamedPage(
  ports: PlanPorts,
  command: CleanupCommand,
  asked: Asked,
  options: ReadOptions,
): ResultAsync<CleanupPage, BadData | StoreUnavailable> {
  const projectIds = asked.projects.map(({ id }) => id).filter((id) => asked.readable.has(id));
  return unlessMistyped(ports, command, projectIds, options).andThen(() =>
    planPage(ports, command, asked, options),
  );
}

/** Plans a page of a query. The caller has checked the permissions. */
export function planPage(
  ports: PlanPorts,
  { features = [], definitions = [], quietMs, after, limit }: CleanupCommand,
  { projects, readable, isWhole }: Asked,
  options: ReadOptions,
): ResultAsync<CleanupPage, BadData | StoreUnavailable> {
  if (features.length > MAX_NAMED) {
    return errAsync(badData('feature', `at most ${MAX_NAMED} features`));
  }
  if (definitions.length > (isWhole ? MAX_NAMED : 0)) {
    return errAsync(badData('strategyDefinition', isWhole ? TOO_MANY : OF_NO_PROJECT));
  }
  const now = Date.now();
  const notBefore = notBeforeNow(ports);
  const asked = projects.filter(({ id }) => readable.has(id));
  const projectIds = asked.map(({ id }) => id).toSorted(compareBytes);
  const paged = { projectIds, hasDefinitions: isWhole, after, limit, notBefore };
  const find = () =>
    features.length + definitions.length === 0
      ? candidatePage(ports, paged, options)
      : namedCandidates(ports, { features, definitions }, paged, options);
  return hidesProjects(ports, options).andThen((areHidden) =>
    new ResultAsync(find()).andThen(({ groups, next, hasUnread }) => {
      const scope = { areHidden, notBefore, now };
      return factsOfGroups(ports, groups, scope, options).andThen((known) =>
        unlessAborted(options, async () => {
          const coverage = known.flatMap((each) => each.coverage);
          const data = dataOf({
            coverage: coverage.length > 0 ? coverage : asked.map((each) => each.coverage),
            hasUnreadableProjects: known.some((each) => each.hasUnreadableProjects),
          });
          const candidates = await removalsIn(groups, known, { now, quietMs });
          return {
            ...withUse(data, groups),
            // The list is no longer than what is known.
            ...(hasUnread === true ? { coverage: 'none' as const } : {}),
            candidates,
            ...(next === undefined ? {} : { next }),
          };
        }),
      );
    }),
  );
}

const TOO_MANY = `at most ${MAX_NAMED} definitions`;
const OF_NO_PROJECT = 'none: definitions belong to no project, so ask over all of them';

/** Finds what is known about one group after the other. Those of projects share one read of forecasts, unless that is too much. */
function factsOfGroups(
  ports: FactPorts,
  groups: readonly CandidateGroup[],
  scope: Omit<FactScope, 'projectIds' | 'ignoresOtherProjects'>,
  options: ReadOptions,
): ResultAsync<readonly KnownFacts[], StoreUnavailable> {
  const ofProjects = groups.filter(isOfProject);
  const shared: ResultAsync<ForecastFindings | undefined, StoreUnavailable> =
    ofProjects.length < 2
      ? okAsync(undefined)
      : readForecasts(ports, ofProjects, scope.now, options);
  return shared.andThen((planned) => {
    const isWhole = planned?.next === undefined && planned?.isCut === undefined;
    return groups.reduce<ResultAsync<readonly KnownFacts[], StoreUnavailable>>(
      (all, group) =>
        all.andThen((before) => {
          const { candidates, projectIds } = group;
          // A feature is only changed in its own project.
          const ignoresOtherProjects = isOfProject(group);
          const at = { ...scope, projectIds, ignoresOtherProjects };
          const own =
            planned !== undefined && isWhole && ignoresOtherProjects
              ? okAsync(planned)
              : readForecasts(ports, [group], scope.now, options);
          return own
            .andThen((forecasts) => factsOf(ports, candidates, forecasts, at, options))
            .map((found) => [...before, found]);
        }),
      okAsync([]),
    );
  });
}

/** Whether it is known that all candidates are in a project. */
const isOfProject = ({ candidates }: CandidateGroup): boolean =>
  candidates.every(({ project }) => project !== undefined);

/** Plans each group, and returns those of the page in its order. */
async function removalsIn(
  groups: readonly CandidateGroup[],
  known: readonly KnownFacts[],
  clock: CleanupClock,
): Promise<readonly FingerprintedRemoval[]> {
  const removals = groups.flatMap(({ shown }, index) => {
    const planned = planCleanup(known[index]?.facts ?? [], clock);
    const byKey = new Map(planned.map((each) => [targetKey(each.target), each]));
    return shown.flatMap(({ target }) => byKey.get(targetKey(target)) ?? []);
  });
  return Promise.all(
    removals.map(async (each) => ({ ...each, fingerprint: await fingerprintOfRemoval(each) })),
  );
}

/** The data is as old as what is known about use. */
function withUse(data: ImpactData, groups: readonly CandidateGroup[]): ImpactData {
  const asOf = groups.map((each) => each.asOf).reduce<AsOf>(olderOf, data.asOf);
  if (asOf === undefined) return data;
  return { coverage: data.coverage === 'live' ? 'as-of' : data.coverage, asOf };
}

/** Makes the use cases of clean-up. */
export const makeCleanupUseCases = <Credentials>(ports: CleanupPorts<Credentials>) => ({
  getCleanup: makeGetCleanup(ports),
  getProjectCleanup: makeGetProjectCleanup(ports),
});

/** The use cases of clean-up. */
export type CleanupUseCases<Credentials> = Readonly<
  ReturnType<typeof makeCleanupUseCases<Credentials>>
>;
