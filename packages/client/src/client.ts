import {
  type CreateProjectSchema,
  type CreateStrategySchema,
  type EventsSchema,
  type GetEventsQuery,
  type GetScheduledChangeRequestsQuery,
  OPERATIONS,
  type ProjectSchema,
  type ProjectsSchema,
  type RecordedCountsSchema,
  type RecordScheduledChangeRequestSchema,
  type ScheduledChangeRequestSchema,
  type StrategiesSchema,
  type StrategySchema,
  type UpdateStrategySchema,
} from './api.ts';
import { checkOptions, type ClientOptions, type RequestOptions } from './client-options.ts';
import type { DeepReadonly } from './deep-readonly.ts';
import type { NotSent, Outcome, SearchOutcome } from './outcome.ts';
import { outcomeOf } from './outcome-of.ts';
import { pathWith, queryOf, type Value } from './paths.ts';
import { searchOutcome } from './search-outcome.ts';
import { send, type Sendable, type Sent } from './send.ts';

/** Preconditions on the stored version. If they do not hold, the request is refused with 412. */
export interface Conditions extends RequestOptions {
  /** The stored version must be this one; with `*`, there must be one. */
  readonly ifMatch?: string;
  /** There must be no stored version. */
  readonly ifNoneMatch?: '*';
}

/** A client of one server with one key. Its methods have the names of the operations in the OpenAPI document. */
export type Client = ReturnType<typeof createClient>;

type OperationId = keyof typeof OPERATIONS;

interface Call extends Conditions {
  readonly path?: Readonly<Record<string, Value>>;
  readonly query?: Readonly<Record<string, Value | readonly Value[] | undefined>>;
  readonly body?: unknown;
}

/** Idempotent operations. Deletes are not: a retry could delete what was created again in the meantime. */
const REPEATABLE: ReadonlySet<OperationId> = new Set([
  'getScheduledChangeRequests',
  'getScheduledChangeRequest',
  'recordScheduledChangeRequest',
  'recordScheduledChangeRequests',
  'getAllStrategies',
  'getStrategy',
  'updateStrategy',
  'deprecateStrategy',
  'reactivateStrategy',
  'getProjects',
  'getEvents',
] satisfies OperationId[]);

/** Whether a search has at least one name, and each name can be sent unchanged. */
function hasNames(query: DeepReadonly<GetScheduledChangeRequestsQuery>): boolean {
  // JavaScript callers can omit the query.
  const given = Object.values(query ?? {}).filter((value) => value !== undefined);
  const names: readonly unknown[] = given.flat();
  const isName = (name: unknown): boolean =>
    typeof name === 'string' && name !== '' && name.isWellFormed();
  return names.length > 0 && names.every(isName);
}

/** Returns the body as JSON, if there is one. Some values, such as a cyclic one, can't be written. */
function jsonOf(body: unknown): { readonly text: string | undefined } | NotSent {
  let reason = `it is of the type ${typeof body}`;
  try {
    const text: string | undefined = JSON.stringify(body);
    if (body === undefined || text !== undefined) return { text };
  } catch (error) {
    reason = String(error);
  }
  return { type: 'NotSent', message: `The body can't be written as JSON: ${reason}` };
}

// A header value that `fetch` accepts: one line of Latin-1, as the server's entity tags are.
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const BAD_SEGMENT = 'A name in the path is empty, ".", ".." or malformed Unicode.';

/**
 * Makes a client. Its methods never throw and never reject: the outcome says what went wrong. Invalid options throw a
 * TypeError.
 */
export function createClient(clientOptions: ClientOptions) {
  const checked = checkOptions(clientOptions);

  const call = async (
    id: OperationId,
    { path = {}, query = {}, ...rest }: Call,
  ): Promise<Sent | NotSent> => {
    const [method, template] = OPERATIONS[id];
    const { body, ifMatch, ifNoneMatch, signal } = rest;
    const filled = pathWith(template, path);
    if (filled === undefined) return { type: 'NotSent', message: BAD_SEGMENT };
    const json = jsonOf(body);
    if ('type' in json) return json;
    if (ifMatch !== undefined && !HEADER_VALUE.test(ifMatch)) {
      return {
        type: 'NotSent',
        message: 'ifMatch is not an entity tag: it does not fit in a header.',
      };
    }
    const isConditional = ifMatch !== undefined || ifNoneMatch !== undefined;
    const request: Sendable = {
      method,
      path: `${filled}${queryOf(query)}`,
      headers: {
        ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
        ...(ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch }),
      },
      body: json.text,
      // A retry can't distinguish its own version from another client's.
      isRepeatable: REPEATABLE.has(id) && !isConditional,
      signal,
    };
    return send(checked, request);
  };
  const withBody = async <T>(id: OperationId, parts: Call): Promise<Outcome<T>> =>
    outcomeOf<T>(await call(id, parts), 'JSON');
  const withoutBody = async (id: OperationId, parts: Call): Promise<Outcome<undefined>> =>
    outcomeOf<undefined>(await call(id, parts), 'nothing');

  return {
    /** Searches a project for scheduled change requests that touch at least one of the targets in the query. */
    getScheduledChangeRequests: async (
      projectId: string,
      query: DeepReadonly<GetScheduledChangeRequestsQuery>,
      options: RequestOptions = {},
    ): Promise<SearchOutcome> => {
      if (!hasNames(query)) {
        // The server would return an empty list: a false all-clear for a script whose variable is not set.
        const message =
          'A search needs at least one name, and none that is empty or malformed Unicode.';
        return { outcome: 'unknown', failure: { type: 'NotSent', message } };
      }
      const sent = await call('getScheduledChangeRequests', {
        ...options,
        path: { projectId },
        query,
      });
      return 'type' in sent ? { outcome: 'unknown', failure: sent } : searchOutcome(sent);
    },

    /** Returns a change request as it was recorded. */
    getScheduledChangeRequest: (projectId: string, id: number, options: RequestOptions = {}) =>
      withBody<ScheduledChangeRequestSchema>('getScheduledChangeRequest', {
        ...options,
        path: { projectId, id },
      }),

    /** Records a change request in its project, or replaces the one with its id. */
    recordScheduledChangeRequest: (
      changeRequest: DeepReadonly<RecordScheduledChangeRequestSchema>,
      options: Conditions = {},
    ) =>
      withBody<ScheduledChangeRequestSchema>('recordScheduledChangeRequest', {
        ...options,
        path: { projectId: changeRequest.project, id: changeRequest.id },
        body: changeRequest,
      }),

    /** Records up to 1,000 change requests of a project: all or none. */
    recordScheduledChangeRequests: (
      projectId: string,
      changeRequests: DeepReadonly<RecordScheduledChangeRequestSchema[]>,
      options: RequestOptions = {},
    ) =>
      withBody<RecordedCountsSchema>('recordScheduledChangeRequests', {
        ...options,
        path: { projectId },
        body: changeRequests,
      }),

    /** Withdraws a change request that is no longer scheduled. Never sent twice. */
    withdrawScheduledChangeRequest: (projectId: string, id: number, options: Conditions = {}) =>
      withoutBody('withdrawScheduledChangeRequest', { ...options, path: { projectId, id } }),

    /** Lists the strategy definitions. */
    getAllStrategies: (options: RequestOptions = {}) =>
      withBody<StrategiesSchema>('getAllStrategies', options),

    /** Returns a strategy definition. */
    getStrategy: (name: string, options: RequestOptions = {}) =>
      withBody<StrategySchema>('getStrategy', { ...options, path: { name } }),

    /** Adds a strategy definition. Never sent twice. */
    createStrategy: (
      definition: DeepReadonly<CreateStrategySchema>,
      options: RequestOptions = {},
    ) => withBody<StrategySchema>('createStrategy', { ...options, body: definition }),

    /** Updates a strategy definition. An omitted text is kept; null or an empty text clears it. */
    updateStrategy: (
      name: string,
      update: DeepReadonly<UpdateStrategySchema>,
      options: RequestOptions = {},
    ) => withoutBody('updateStrategy', { ...options, path: { name }, body: update }),

    /** Deprecates a strategy definition. */
    deprecateStrategy: (name: string, options: RequestOptions = {}) =>
      withoutBody('deprecateStrategy', { ...options, path: { name } }),

    /** Reactivates a deprecated strategy definition. */
    reactivateStrategy: (name: string, options: RequestOptions = {}) =>
      withoutBody('reactivateStrategy', { ...options, path: { name } }),

    /** Deletes a strategy definition. Never sent twice: if the outcome is unknown, call `getStrategy` before you retry. */
    removeStrategy: (name: string, options: RequestOptions = {}) =>
      withoutBody('removeStrategy', { ...options, path: { name } }),

    /** Lists the projects that the key may search. */
    getProjects: (options: RequestOptions = {}) => withBody<ProjectsSchema>('getProjects', options),

    /** Adds a project. Never sent twice. */
    createProject: (project: DeepReadonly<CreateProjectSchema>, options: RequestOptions = {}) =>
      withBody<ProjectSchema>('createProject', { ...options, body: project }),

    /** Deletes a project with its scheduled change requests. Never sent twice. */
    deleteProject: (projectId: string, options: RequestOptions = {}) =>
      withoutBody('deleteProject', { ...options, path: { projectId } }),

    /** Returns a page of events, newest first. */
    getEvents: (query: DeepReadonly<GetEventsQuery> = {}, options: RequestOptions = {}) =>
      withBody<EventsSchema>('getEvents', { ...options, query }),
  };
}
