import type * as api from './api.ts';
import { capabilityCalls } from './capabilities.ts';
import { checkOptions, type ClientOptions, type RequestOptions } from './client-options.ts';
import {
  type ImpactTarget,
  impactOutcome,
  joinImpacts,
  removeOutcome,
  strategyImpactOutcome,
} from './impact-outcome.ts';
import { type ChangeRequestPage, pageOutcome, searchOutcome } from './list-outcome.ts';
import { type Call, type Conditions, makeCall, type OperationId } from './make-call.ts';
import { outcomeOf } from './outcome-of.ts';
import { EMPTY_PARAMETER, isName, namesIn } from './parameters.ts';
import type { DeepReadonly, InUse, Outcome, SearchOutcome } from './outcome.ts';

/** How to delete a strategy definition. */
export interface RemoveOptions extends DeepReadonly<api.RemoveStrategyQuery>, RequestOptions {}

/**
 * A client of one server with one key. Most methods have the names of the operations in the OpenAPI document.
 */
export type Client = ReturnType<typeof createClient>;

/** Whether a search has at least one name, and each name can be sent unchanged. */
function hasNames(query: DeepReadonly<api.GetScheduledChangeRequestsQuery>): boolean {
  const names = namesIn(query);
  return names.length > 0 && names.every(isName);
}

/** Maximum targets per request. */
const MAX_TARGETS = 1_000;

/**
 * Makes a client. Its methods never throw and never reject: the outcome says what went wrong. Invalid options throw a
 * TypeError.
 */
export function createClient(clientOptions: ClientOptions) {
  const call = makeCall(checkOptions(clientOptions));
  const withBody = async <T>(
    id: OperationId,
    parts: Call,
    key: keyof T & string,
  ): Promise<Outcome<T>> => outcomeOf<T>(await call(id, parts), key);
  const withoutBody = async (id: OperationId, parts: Call): Promise<Outcome<undefined>> =>
    outcomeOf<undefined>(await call(id, parts), 'nothing');
  const impactOf = async (
    id: 'getImpact' | 'getProjectImpact',
    targets: readonly ImpactTarget[],
    parts: Call,
  ): Promise<Outcome<api.ImpactSchema>> => {
    if (targets.length === 0) {
      const message = 'An impact needs at least one target.';
      return { outcome: 'refused', failure: { type: 'NotSent', message } };
    }
    const impacts: api.ImpactSchema[] = [];
    for (let start = 0; start < targets.length; start += MAX_TARGETS) {
      const some = targets.slice(start, start + MAX_TARGETS);
      const outcome = impactOutcome(await call(id, { ...parts, body: { targets: some } }), some);
      if (outcome.outcome !== 'done') return outcome;
      impacts.push(outcome.value);
    }
    return { outcome: 'done', value: joinImpacts(impacts) };
  };

  const listing = async (
    id: 'getChangeRequests' | 'getChangeRequestsForProject',
    query: DeepReadonly<api.GetChangeRequestsQuery>,
    parts: Call,
  ): Promise<Outcome<ChangeRequestPage>> => {
    const { limit: _limit, ...texts } = query;
    if (!namesIn(texts).every(isName)) return EMPTY_PARAMETER;
    return pageOutcome(await call(id, { ...parts, query }));
  };

  return {
    /** Searches a project for scheduled change requests that touch at least one of the targets in the query. */
    getScheduledChangeRequests: async (
      projectId: string,
      query: DeepReadonly<api.GetScheduledChangeRequestsQuery>,
      options: RequestOptions = {},
    ): Promise<SearchOutcome> => {
      if (!hasNames(query)) {
        // The server would return an empty list: a false all-clear for a script whose variable is not set.
        const message =
          'A search needs at least one name, and none that is empty or malformed Unicode.';
        return { outcome: 'unknown', failure: { type: 'NotSent', message } };
      }
      const parts = { ...options, path: { projectId }, query };
      return searchOutcome(await call('getScheduledChangeRequests', parts));
    },

    /** Lists the scheduled change requests of a project, by time and then by id. Returns a page of them. */
    getChangeRequestsForProject: (
      projectId: string,
      query: DeepReadonly<api.GetChangeRequestsQuery> = {},
      options: RequestOptions = {},
    ) => listing('getChangeRequestsForProject', query, { ...options, path: { projectId } }),

    /** The same over all projects that the key may read. */
    getChangeRequests: (
      query: DeepReadonly<api.GetChangeRequestsQuery> = {},
      options: RequestOptions = {},
    ) => listing('getChangeRequests', query, options),

    /** Returns a change request as it was recorded. */
    getScheduledChangeRequest: (projectId: string, id: number, options: RequestOptions = {}) =>
      withBody<api.ScheduledChangeRequestSchema>(
        'getScheduledChangeRequest',
        { ...options, path: { projectId, id } },
        'environment',
      ),

    /** Records a change request in its project, or replaces the one with its id. */
    recordScheduledChangeRequest: (
      changeRequest: DeepReadonly<api.RecordScheduledChangeRequestSchema>,
      options: Conditions = {},
    ) =>
      withBody<api.ScheduledChangeRequestSchema>(
        'recordScheduledChangeRequest',
        {
          ...options,
          path: { projectId: changeRequest.project, id: changeRequest.id },
          body: changeRequest,
        },
        'environment',
      ),

    /** Records up to 1,000 change requests of a project: all or none. */
    recordScheduledChangeRequests: (
      projectId: string,
      changeRequests: DeepReadonly<api.RecordScheduledChangeRequestSchema[]>,
      options: RequestOptions = {},
    ) =>
      withBody<api.RecordedCountsSchema>(
        'recordScheduledChangeRequests',
        { ...options, path: { projectId }, body: changeRequests },
        'created',
      ),

    /** Withdraws a change request that is no longer scheduled. Never sent twice. */
    withdrawScheduledChangeRequest: (projectId: string, id: number, options: Conditions = {}) =>
      withoutBody('withdrawScheduledChangeRequest', { ...options, path: { projectId, id } }),

    /** Lists the strategy definitions. */
    getAllStrategies: (options: RequestOptions = {}) =>
      withBody<api.StrategiesSchema>('getAllStrategies', options, 'strategies'),

    /** Returns a strategy definition. */
    getStrategy: (name: string, options: RequestOptions = {}) =>
      withBody<api.StrategySchema>('getStrategy', { ...options, path: { name } }, 'name'),

    /** Adds a strategy definition. Never sent twice. */
    createStrategy: (
      definition: DeepReadonly<api.CreateStrategySchema>,
      options: RequestOptions = {},
    ) => withBody<api.StrategySchema>('createStrategy', { ...options, body: definition }, 'name'),

    /** Updates a strategy definition. An omitted text is kept; null or an empty text clears it. */
    updateStrategy: (
      name: string,
      update: DeepReadonly<api.UpdateStrategySchema>,
      options: RequestOptions = {},
    ) => withoutBody('updateStrategy', { ...options, path: { name }, body: update }),

    /** Deprecates a strategy definition. */
    deprecateStrategy: (name: string, options: RequestOptions = {}) =>
      withoutBody('deprecateStrategy', { ...options, path: { name } }),

    /** Reactivates a deprecated strategy definition. */
    reactivateStrategy: (name: string, options: RequestOptions = {}) =>
      withoutBody('reactivateStrategy', { ...options, path: { name } }),

    /**
     * Deletes a strategy definition. Never sent twice: if the outcome is unknown, call `getStrategy` before you retry.
     *
     * With `guard: 'refuse'` it is deleted only if no scheduled change request uses it, or if its impact is still the one
     * whose fingerprint is `acknowledge`. Call `getStrategyImpact` first: a server without it would ignore the guard.
     */
    removeStrategy: async (
      name: string,
      { guard, acknowledge, ...options }: RemoveOptions = {},
    ): Promise<Outcome<undefined> | InUse> => {
      const query = { guard, acknowledge };
      return removeOutcome(await call('removeStrategy', { ...options, path: { name }, query }));
    },

    /** Returns what the delete of a strategy definition would break, in all projects. */
    getStrategyImpact: async (
      name: string,
      options: RequestOptions = {},
    ): Promise<Outcome<api.StrategyImpactSchema>> =>
      strategyImpactOutcome(await call('getStrategyImpact', { ...options, path: { name } })),

    /**
     * Returns what scheduled change requests of a project touch or may touch each target, in the order of `targets`. More
     * than 1,000 targets take several requests, each of its own moment.
     */
    getProjectImpact: (
      projectId: string,
      targets: readonly ImpactTarget[],
      options: RequestOptions = {},
    ) => impactOf('getProjectImpact', targets, { ...options, path: { projectId } }),

    /** Like `getProjectImpact`, over all projects. A target is never `none` if the key may not read each project. */
    getImpact: (targets: readonly ImpactTarget[], options: RequestOptions = {}) =>
      impactOf('getImpact', targets, options),

    /** Lists the projects that the key may search. */
    getProjects: (options: RequestOptions = {}) =>
      withBody<api.ProjectsSchema>('getProjects', options, 'projects'),

    /** Adds a project. Never sent twice. */
    createProject: (project: DeepReadonly<api.CreateProjectSchema>, options: RequestOptions = {}) =>
      withBody<api.ProjectSchema>('createProject', { ...options, body: project }, 'id'),

    /**
     * Makes a project live: each of its change requests is recorded on this server from now on. A project that an import or
     * a sync named becomes live only by this. Never sent twice.
     */
    updateProjectCoverage: (
      projectId: string,
      coverage: DeepReadonly<api.UpdateProjectCoverageSchema>,
      options: RequestOptions = {},
    ) => withoutBody('updateProjectCoverage', { ...options, path: { projectId }, body: coverage }),

    /**
     * Deletes a project with its scheduled change requests. Never sent twice. It stops when the client gives up, and can take
     * minutes: raise `timeoutMs`.
     */
    deleteProject: (projectId: string, options: RequestOptions = {}) =>
      withoutBody('deleteProject', { ...options, path: { projectId } }),

    /** Copies a project from Unleash now, on a server that follows one. That can take minutes: raise `timeoutMs`. */
    syncProject: (projectId: string, options: RequestOptions = {}) =>
      withoutBody('syncProject', { ...options, path: { projectId } }),

    /** Returns the name of the key and what it may do. */
    getMe: (options: RequestOptions = {}) =>
      withBody<api.MeSchema>('getMe', options, 'permissions'),

    /** Returns a page of events, newest first; with `after`, oldest first. */
    getEvents: (query: DeepReadonly<api.GetEventsQuery> = {}, options: RequestOptions = {}) =>
      withBody<api.EventsSchema>('getEvents', { ...options, query }, 'events'),

    ...capabilityCalls(call),
  };
}
