import {
  type Authorizer,
  makeAdmit,
  makeDeleteStrategy,
  makeSearchScheduledChangeRequests,
  type Permission,
  useCase,
  type UseCase,
} from '@forewarn/core';
import {
  makeGetImpact,
  makeGetProjectImpact,
  makeGetStrategyImpact,
  makeGuardedDeleteStrategy,
} from '@forewarn/impact';
import {
  type DataAgeLimit,
  type EventView,
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
import { boundedStore, type Copies, type Deletes, type StorePorts } from '@forewarn/store';

/** The ports of all use cases. */
interface AllPorts<Credentials, E> extends DataAgeLimit {
  readonly authorizer: Authorizer<Credentials>;
  readonly store: StorePorts;
  /** How the events of a capability are shown, such as `visiblePredictions` of `@forewarn/notify`. Without it, they are not. */
  readonly eventView?: EventView | undefined;
  /** What changes where the store only has copies, such as `copiesOf` of `@forewarn/unleash`. */
  readonly copies?: Copies<E> | undefined;
}

/**
 * Makes every use case over one authorizer and one store, whose writes they bound.
 *
 * @typeParam E the errors that copies add
 */
export function makeUseCases<Credentials, E = never>({
  authorizer,
  store,
  maxDataAgeMs,
  eventView,
  copies,
}: AllPorts<Credentials, E>) {
  const bounded = boundedStore(store);
  const ports = {
    authorizer,
    maxDataAgeMs,
    ...bounded,
    origins: copies?.origins ?? bounded.origins,
    definitions: bounded.strategies,
  };
  // The guard and its preview must agree on what is too old.
  const guarded = { ...ports, maxDataAgeMs: maxDataAgeMs ?? copies?.maxDataAgeMs };
  const deletes: Deletes<E> = copies?.deletesOver(bounded) ?? bounded.strategies;
  const unlessCopied = <Input extends object, Output, Own>(
    permission: Permission,
    change: UseCase<Credentials, Input, Output, Own>,
  ): UseCase<Credentials, Input, Output, Own | E> =>
    copies === undefined ? change : useCase(ports, permission, copies.refuseChange);
  const plainSearch = makeSearchScheduledChangeRequests(ports);
  const search = copies === undefined ? plainSearch : copies.searchOver(plainSearch, ports);
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
    registerStrategy: unlessCopied('CREATE_STRATEGY', makeRegisterStrategy(ports)),
    changeStrategy: unlessCopied('UPDATE_STRATEGY', makeChangeStrategy(ports)),
    getStrategyImpact: makeGetStrategyImpact(guarded),
    deleteStrategy: makeDeleteStrategy<Credentials, E>({ authorizer, strategies: deletes }),
    guardedDeleteStrategy: makeGuardedDeleteStrategy<Credentials, E>({
      ...guarded,
      strategies: deletes,
    }),
    listProjects: makeListProjects(ports),
    registerProject: unlessCopied('ADMIN', makeRegisterProject(ports)),
    declareProjectLive: makeDeclareProjectLive(ports),
    deleteProject: makeDeleteProject(ports),
    listEvents: makeListEvents({ ...ports, view: eventView }),
  };
}

/** Every use case. `E` is the errors that copies add. */
export type UseCases<Credentials, E = never> = Readonly<
  ReturnType<typeof makeUseCases<Credentials, E>>
>;
