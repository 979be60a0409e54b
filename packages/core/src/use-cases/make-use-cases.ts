import type { ResultAsync } from 'neverthrow';
import type { OwnedByUpstream } from '../recorded-errors.ts';
import type { UpstreamRefused, UpstreamUnavailable } from '../upstream-errors.ts';
import type { Authorizer } from '../ports/authorizer.ts';
import { boundedStore, type StorePorts } from '../ports/bounded-store.ts';
import { KeyedMutex } from '../ports/keyed-mutex.ts';
import type { Upstream } from '../ports/upstream.ts';
import { makeAdmit } from './use-case.ts';
import * as strategies from './strategies.ts';
import type { DataAgeLimit } from './data-age.ts';
import { copiedStrategies, guardedCopies } from './copied-strategies.ts';
import { makeDeleteStrategy } from './delete-strategy.ts';
import { makeGuardedDeleteStrategy } from './guarded-delete-strategy.ts';
import { makeFindScheduledChangeRequest } from './find-scheduled-change-request.ts';
import { withCopiesOnly } from './search-copies.ts';
import { withDataAge, withOddNamesRefused } from './search-decorators.ts';
import { makeSearchScheduledChangeRequests } from './search-scheduled-change-requests.ts';
import { visiblePredictions } from './visible-predictions.ts';
import { makeSyncProject } from './sync-project.ts';
import * as projects from './projects.ts';
import * as caller from './caller.ts';
import * as impacts from './impacts.ts';
import * as strategyImpact from './strategy-impact.ts';
import * as forecasts from './forecasts.ts';
import * as listings from './listings.ts';
import * as events from './events.ts';
import * as recording from './recording.ts';

/** Maximum age of the data behind the guarded delete of a copied definition, unless there is a limit for all data. */
const COPIED_DATA_AGE_MS = 300_000;

/** The ports of all use cases. */
interface AllPorts<Credentials> extends DataAgeLimit {
  readonly authorizer: Authorizer<Credentials>;
  readonly store: StorePorts;
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
    getCaller: caller.makeGetCaller(ports),
    searchScheduledChangeRequests: withOddNamesRefused(withDataAge(search, ports), ports),
    listChangeRequests: listings.makeListChangeRequests(ports),
    listAllChangeRequests: listings.makeListAllChangeRequests(ports),
    readCalendar: listings.makeReadCalendar(ports),
    getProjectImpact: impacts.makeGetProjectImpact(ports),
    getImpact: impacts.makeGetImpact(ports),
    getForecasts: forecasts.makeGetForecasts(ports),
    getProjectForecasts: forecasts.makeGetProjectForecasts(ports),
    getForecast: forecasts.makeGetForecast(ports),
    findScheduledChangeRequest: makeFindScheduledChangeRequest(ports),
    recordScheduledChangeRequest: recording.makeRecordScheduledChangeRequest(ports),
    recordScheduledChangeRequests: recording.makeRecordScheduledChangeRequests(ports),
    withdrawScheduledChangeRequest: recording.makeWithdrawScheduledChangeRequest(ports),
    listStrategies: strategies.makeListStrategies(ports),
    findStrategy: strategies.makeFindStrategy(ports),
    registerStrategy: strategies.makeRegisterStrategy(ports),
    changeStrategy: strategies.makeChangeStrategy(ports),
    getStrategyImpact: strategyImpact.makeGetStrategyImpact(guarded),
    deleteStrategy: makeDeleteStrategy({
      authorizer,
      strategies: copied === undefined ? bounded.strategies : copiedStrategies(copied),
    }),
    guardedDeleteStrategy: makeGuardedDeleteStrategy({
      ...guarded,
      strategies: copied === undefined ? bounded.strategies : guardedCopies(copied),
    }),
    listProjects: projects.makeListProjects(ports),
    registerProject: projects.makeRegisterProject(ports),
    declareProjectLive: projects.makeDeclareProjectLive(ports),
    deleteProject: projects.makeDeleteProject(ports),
    listEvents: events.makeListEvents({ ...ports, view: visiblePredictions }),
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
