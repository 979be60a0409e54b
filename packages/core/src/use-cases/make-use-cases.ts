import type { Authorizer } from '../ports/authorizer.ts';
import type { Store } from '../ports/store.ts';
import type { Upstream } from '../ports/upstream.ts';
import { type Admit, makeAdmit } from './admit.ts';
import { type ChangeStrategy, makeChangeStrategy } from './change-strategy.ts';
import type { DataAgeLimit } from './data-age-limit.ts';
import { makeDeleteFollowedStrategy } from './delete-followed-strategy.ts';
import { type DeclareProjectLive, makeDeclareProjectLive } from './declare-project-live.ts';
import { type DeleteProject, makeDeleteProject } from './delete-project.ts';
import { type DeleteStrategy, makeDeleteStrategy } from './delete-strategy.ts';
import {
  type FindScheduledChangeRequest,
  makeFindScheduledChangeRequest,
} from './find-scheduled-change-request.ts';
import { type FindStrategy, makeFindStrategy } from './find-strategy.ts';
import { type GetCaller, makeGetCaller } from './get-caller.ts';
import { type GetImpact, makeGetImpact } from './get-impact.ts';
import { type GetProjectImpact, makeGetProjectImpact } from './get-project-impact.ts';
import { type GetStrategyImpact, makeGetStrategyImpact } from './get-strategy-impact.ts';
import {
  type GuardedDeleteStrategy,
  makeGuardedDeleteStrategy,
} from './guarded-delete-strategy.ts';
import {
  type ListAllChangeRequests,
  makeListAllChangeRequests,
} from './list-all-change-requests.ts';
import { type ListChangeRequests, makeListChangeRequests } from './list-change-requests.ts';
import { type ListEvents, makeListEvents } from './list-events.ts';
import { type ListProjects, makeListProjects } from './list-projects.ts';
import { type ListStrategies, makeListStrategies } from './list-strategies.ts';
import { makeReadCalendar, type ReadCalendar } from './read-calendar.ts';
import {
  makeRecordScheduledChangeRequest,
  type RecordScheduledChangeRequest,
} from './record-scheduled-change-request.ts';
import {
  makeRecordScheduledChangeRequests,
  type RecordScheduledChangeRequests,
} from './record-scheduled-change-requests.ts';
import { makeRegisterProject, type RegisterProject } from './register-project.ts';
import { makeRegisterStrategy, type RegisterStrategy } from './register-strategy.ts';
import {
  makeSearchScheduledChangeRequests,
  type SearchScheduledChangeRequests,
} from './search-scheduled-change-requests.ts';
import { makeSyncProject, type SyncProject } from './sync-project.ts';
import { makeTurns } from './turns.ts';
import {
  makeWithdrawScheduledChangeRequest,
  type WithdrawScheduledChangeRequest,
} from './withdraw-scheduled-change-request.ts';

/** Every use case. */
export interface UseCases<Credentials> {
  readonly admit: Admit<Credentials>;
  readonly getCaller: GetCaller<Credentials>;
  readonly searchScheduledChangeRequests: SearchScheduledChangeRequests<Credentials>;
  readonly listChangeRequests: ListChangeRequests<Credentials>;
  readonly listAllChangeRequests: ListAllChangeRequests<Credentials>;
  readonly readCalendar: ReadCalendar<Credentials>;
  readonly getProjectImpact: GetProjectImpact<Credentials>;
  readonly getImpact: GetImpact<Credentials>;
  readonly findScheduledChangeRequest: FindScheduledChangeRequest<Credentials>;
  readonly recordScheduledChangeRequest: RecordScheduledChangeRequest<Credentials>;
  readonly recordScheduledChangeRequests: RecordScheduledChangeRequests<Credentials>;
  readonly withdrawScheduledChangeRequest: WithdrawScheduledChangeRequest<Credentials>;
  readonly listStrategies: ListStrategies<Credentials>;
  readonly findStrategy: FindStrategy<Credentials>;
  readonly registerStrategy: RegisterStrategy<Credentials>;
  readonly changeStrategy: ChangeStrategy<Credentials>;
  readonly getStrategyImpact: GetStrategyImpact<Credentials>;
  readonly deleteStrategy: DeleteStrategy<Credentials>;
  readonly guardedDeleteStrategy: GuardedDeleteStrategy<Credentials>;
  readonly listProjects: ListProjects<Credentials>;
  readonly registerProject: RegisterProject<Credentials>;
  readonly declareProjectLive: DeclareProjectLive<Credentials>;
  readonly deleteProject: DeleteProject<Credentials>;
  readonly listEvents: ListEvents<Credentials>;
  /** Only with an upstream. */
  readonly syncProject?: SyncProject<Credentials>;
}

/** Maximum age of the data behind the guarded delete of a copied definition, unless there is a limit for all data. */
const FOLLOWED_DATA_AGE_MS = 300_000;

/** Makes every use case over one authorizer, one store and the upstream, if there is one. */
export function makeUseCases<Credentials>({
  authorizer,
  store,
  maxDataAgeMs,
  upstream,
}: DataAgeLimit & {
  readonly authorizer: Authorizer<Credentials>;
  readonly store: Pick<Store, 'reader' | 'writer' | 'strategies' | 'projects' | 'events'>;
  readonly upstream?: Upstream | undefined;
}): UseCases<Credentials> {
  const ports = { authorizer, maxDataAgeMs, upstream, ...store };
  const followed =
    upstream === undefined ? undefined : { upstream, events: store.events, turns: makeTurns() };
  // The guard and its preview must agree on what is too old.
  const guarded =
    followed === undefined
      ? ports
      : { ...ports, followed, maxDataAgeMs: maxDataAgeMs ?? FOLLOWED_DATA_AGE_MS };
  return {
    admit: makeAdmit(ports),
    getCaller: makeGetCaller(ports),
    searchScheduledChangeRequests: makeSearchScheduledChangeRequests(ports),
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
    deleteStrategy:
      followed === undefined
        ? makeDeleteStrategy(ports)
        : makeDeleteFollowedStrategy({ ...ports, ...followed }),
    guardedDeleteStrategy: makeGuardedDeleteStrategy(guarded),
    listProjects: makeListProjects(ports),
    registerProject: makeRegisterProject(ports),
    declareProjectLive: makeDeclareProjectLive(ports),
    deleteProject: makeDeleteProject(ports),
    listEvents: makeListEvents(ports),
    ...(upstream === undefined ? {} : { syncProject: makeSyncProject({ authorizer, upstream }) }),
  };
}
