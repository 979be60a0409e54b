import {
  type Authorizer,
  makeAdmit,
  makeDeleteStrategy,
  makeSearchScheduledChangeRequests,
} from '@forewarn/core';
import {
  makeGetImpact,
  makeGetProjectImpact,
  makeGetStrategyImpact,
  makeGuardedDeleteStrategy,
} from '@forewarn/impact';
import { KeyedMutex } from '@forewarn/platform';
import {
  type DataAgeLimit,
  type EventView,
  type OwnedByUpstream,
  makeChangeStrategy,
  makeDeclareProjectLive,
  makeDeleteProject,
  makeFindScheduledChangeRequest,
  makeFindStrategy,
  makeGetCaller,
  makeListAllChangeRequests,
  makeListChangeRequests,
  makeListEvents,
  makeListProjects,
  makeListStrategies,
  makeReadCalendar,
  makeRecordScheduledChangeRequest,
  makeRecordScheduledChangeRequests,
  makeRegisterProject,
  makeRegisterStrategy,
  makeWithdrawScheduledChangeRequest,
  withDataAge,
  withOddNamesRefused,
} from '@forewarn/record';
import { type StorePorts, boundedStore } from '@forewarn/store';
import {
  type Upstream,
  type UpstreamRefused,
  type UpstreamUnavailable,
  copiedStrategies,
  guardedCopies,
  makeSyncProject,
  withCopiesOnly,
} from '@forewarn/unleash';
import type { ResultAsync } from 'neverthrow';

/** Maximum age of the data behind the guarded delete of a copied definition, unless there is a limit for all data. */
const COPIED_DATA_AGE_MS = 300_000;

/** The ports of all use cases. */
interface AllPorts<Credentials> extends DataAgeLimit {
  readonly authorizer: Authorizer<Credentials>;
  readonly store: StorePorts;
  /** How the events of a capability are shown, such as `visiblePredictions` of `@forewarn/notify`. Without it, they are not. */
  readonly eventView?: EventView | undefined;
}

/** Makes every use case over one authorizer, one store, whose writes they bound, and the upstream, if there is one. */
export function makeUseCases<Credentials>(
  ports: AllPorts<Credentials> & { readonly upstream?: undefined },
): UseCasesWithoutUpstream<Credentials>;
export function makeUseCases<Credentials>(
  ports: AllPorts<Credentials> & { readonly upstream?: Upstream | undefined },
): UseCases<Credentials>;
export function makeUseCases<Credentials>(
  ports: AllPorts<Credentials> & { readonly upstream?: Upstream | undefined },
): UseCases<Credentials> {
  return useCasesOver(ports);
}

function useCasesOver<Credentials>({
  authorizer,
  store,
  maxDataAgeMs,
  upstream,
  eventView,
}: AllPorts<Credentials> & { readonly upstream?: Upstream | undefined }) {
  const bounded = boundedStore(store);
  const ports = { authorizer, maxDataAgeMs, upstream, ...bounded, definitions: bounded.strategies };
  const copied = upstream && { ...bounded, upstream, mutex: new KeyedMutex() };
  // The guard and its preview must agree on what is too old.
  const guarded = {
    ...ports,
    maxDataAgeMs: maxDataAgeMs ?? (copied && COPIED_DATA_AGE_MS),
  };
  const plainSearch = makeSearchScheduledChangeRequests(ports);
  const search = upstream === undefined ? plainSearch : withCopiesOnly(plainSearch, ports);
  /** Only with an upstream. */
  const copying: {
    readonly syncProject?: ReturnType<typeof makeSyncProject<Credentials>>;
  } = upstream === undefined ? {} : { syncProject: makeSyncProject({ authorizer, upstream }) };
  return {
    admit: makeAdmit(ports),
    getCaller: makeGetCaller(ports),
    searchScheduledChangeRequests: withOddNamesRefused(withDataAge(search, ports), ports),
    listChangeRequests: makeListChangeRequests(ports),
    listAllChangeRequests: makeListAllChangeRequests(ports),
    readCalendar: makeReadCalendar(ports),
    getProjectImpact: makeGetProjectImpact(ports),
    getImpact: makeGetImpact(ports),
    findScheduledChangeRequest: makeFindScheduledChangeRequest(ports),
    recordScheduledChangeRequest: makeRecordScheduledChangeRequest(ports),
    recordScheduledChangeRequests: makeRecordScheduledChangeRequests(ports),
    withdrawScheduledChangeRequest: makeWithdrawScheduledChangeRequest(ports),
    listStrategies: makeListStrategies(ports),
    findStrategy: makeFindStrategy(ports),
    registerStrategy: makeRegisterStrategy(ports),
    changeStrategy: makeChangeStrategy(ports),
    getStrategyImpact: makeGetStrategyImpact(guarded),
    deleteStrategy: makeDeleteStrategy({
      authorizer,
      strategies: copied === undefined ? bounded.strategies : copiedStrategies(copied),
    }),
    guardedDeleteStrategy: makeGuardedDeleteStrategy({
      ...guarded,
      strategies: copied === undefined ? bounded.strategies : guardedCopies(copied),
    }),
    listProjects: makeListProjects(ports),
    registerProject: makeRegisterProject(ports),
    declareProjectLive: makeDeclareProjectLive(ports),
    deleteProject: makeDeleteProject(ports),
    listEvents: makeListEvents({ ...ports, view: eventView }),
    ...copying,
  };
}

/** Every use case. */
export type UseCases<Credentials> = Readonly<ReturnType<typeof useCasesOver<Credentials>>>;

/** Every use case over a store without an upstream: none has an error of one, and there is nothing to sync. */
export type UseCasesWithoutUpstream<Credentials> = {
  readonly [Name in Exclude<keyof UseCases<Credentials>, 'syncProject'>]: WithoutUpstream<
    UseCases<Credentials>[Name]
  >;
};

type WithoutUpstream<Case> = Case extends (input: infer Input) => ResultAsync<infer Output, infer E>
  ? (
      input: Input,
    ) => ResultAsync<Output, Exclude<E, UpstreamRefused | UpstreamUnavailable | OwnedByUpstream>>
  : never;
