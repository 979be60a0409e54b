import type { Authorizer } from '../ports/authorizer.ts';
import { boundedStore, type StorePorts } from '../ports/bounded-store.ts';
import { Turns } from '../ports/turns.ts';
import type { Upstream } from '../ports/upstream.ts';
import { makeAdmit } from './admit.ts';
import {
  makeChangeStrategy,
  makeFindStrategy,
  makeListStrategies,
  makeRegisterStrategy,
} from './strategies.ts';
import type { DataAgeLimit } from './checks.ts';
import { makeDeleteStrategy, makeGuardedDeleteStrategy } from './strategy-deletion.ts';
import {
  makeDeclareProjectLive,
  makeDeleteProject,
  makeListProjects,
  makeRegisterProject,
  makeSyncProject,
} from './projects.ts';
import {
  makeFindScheduledChangeRequest,
  makeSearchScheduledChangeRequests,
} from './change-requests.ts';
import { makeGetCaller } from './caller.ts';
import { makeGetImpact, makeGetProjectImpact } from './impacts.ts';
import { makeGetStrategyImpact } from './strategy-impact.ts';
import { makeListAllChangeRequests, makeListChangeRequests, makeReadCalendar } from './listings.ts';
import { makeListEvents } from './events.ts';
import {
  makeRecordScheduledChangeRequest,
  makeRecordScheduledChangeRequests,
  makeWithdrawScheduledChangeRequest,
} from './recording.ts';

/** Maximum age of the data behind the guarded delete of a copied definition, unless there is a limit for all data. */
const COPIED_DATA_AGE_MS = 300_000;

/** Makes every use case over one authorizer, one store, whose load they bound, and the upstream, if there is one. */
export function makeUseCases<Credentials>({
  authorizer,
  store,
  maxDataAgeMs,
  upstream,
}: DataAgeLimit & {
  readonly authorizer: Authorizer<Credentials>;
  readonly store: StorePorts;
  readonly upstream?: Upstream | undefined;
}) {
  const bounded = boundedStore(store);
  const ports = { authorizer, maxDataAgeMs, upstream, ...bounded };
  const copied = upstream && { ...bounded, upstream, turns: new Turns() };
  // The guard and its preview must agree on what is too old.
  const guarded = copied
    ? { ...ports, copied, maxDataAgeMs: maxDataAgeMs ?? COPIED_DATA_AGE_MS }
    : ports;
  /** Only with an upstream. */
  const copying: { readonly syncProject?: ReturnType<typeof makeSyncProject<Credentials>> } =
    upstream === undefined ? {} : { syncProject: makeSyncProject({ authorizer, upstream }) };
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
    deleteStrategy: makeDeleteStrategy({ ...ports, copied }),
    guardedDeleteStrategy: makeGuardedDeleteStrategy(guarded),
    listProjects: makeListProjects(ports),
    registerProject: makeRegisterProject(ports),
    declareProjectLive: makeDeclareProjectLive(ports),
    deleteProject: makeDeleteProject(ports),
    listEvents: makeListEvents(ports),
    ...copying,
  };
}

/** Every use case. */
export type UseCases<Credentials> = Readonly<ReturnType<typeof makeUseCases<Credentials>>>;
