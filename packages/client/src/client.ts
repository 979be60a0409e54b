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

/** A condition on what is there: the request is done only if it holds, and is refused with 412 otherwise. */
export interface Conditions extends RequestOptions {
  /** This version is there; any, with `*`. */
  readonly ifMatch?: string;
  /** Nothing is there. */
  readonly ifNoneMatch?: '*';
}

/** A client of one server, with one key. Its methods have the names of the operations in the OpenAPI document. */
export type Client = ReturnType<typeof createClient>;

type OperationId = keyof typeof OPERATIONS;

interface Call extends Conditions {
  readonly path?: Readonly<Record<string, Value>>;
  readonly query?: Readonly<Record<string, Value | readonly Value[] | undefined>>;
  readonly body?: unknown;
}

/** What does the same when it is done twice. Not what deletes: what was made anew in the meantime would be deleted, too. */
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

/** Whether a search has names, each of which can be sent as it is. */
function asksForSomething(query: DeepReadonly<GetScheduledChangeRequestsQuery>): boolean {
  // In JavaScript it can be left out.
  const given = Object.values(query ?? {}).filter((value) => value !== undefined);
  const names: readonly unknown[] = given.flat();
  const isName = (name: unknown): boolean =>
    typeof name === 'string' && name !== '' && name.isWellFormed();
  return names.length > 0 && names.every(isName);
}

/** A body as JSON, if there is one. What refers to itself, say, can't be written so. */
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

// What `fetch` takes: one line of Latin-1. A server's own entity tags are.
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const CAN_NOT_BE_NAMED = 'A name in the path is empty, is "." or "..", or is broken Unicode.';

/**
 * Makes a client. Its methods never throw and never reject: what goes wrong is in the outcome. Options that are wrong are
 * a TypeError.
 */
export function createClient(options: ClientOptions) {
  const checked = checkOptions(options);

  const call = async (
    id: OperationId,
    { path = {}, query = {}, ...rest }: Call,
  ): Promise<Sent | NotSent> => {
    const [method, template] = OPERATIONS[id];
    const { body, ifMatch, ifNoneMatch, signal } = rest;
    const filled = pathWith(template, path);
    if (filled === undefined) return { type: 'NotSent', message: CAN_NOT_BE_NAMED };
    const json = jsonOf(body);
    if ('type' in json) return json;
    if (ifMatch !== undefined && !HEADER_VALUE.test(ifMatch)) {
      return { type: 'NotSent', message: 'ifMatch is no entity tag: no header can have it.' };
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
      // A second try could not tell its own version from that of somebody else.
      isRepeatable: REPEATABLE.has(id) && !isConditional,
      signal,
    };
    return send(checked, request);
  };
  const withBody = async <T>(id: OperationId, asked: Call): Promise<Outcome<T>> =>
    outcomeOf<T>(await call(id, asked), 'JSON');
  const withoutBody = async (id: OperationId, asked: Call): Promise<Outcome<undefined>> =>
    outcomeOf<undefined>(await call(id, asked), 'nothing');

  return {
    /** Searches what is scheduled in a project for whatever touches any of what the query names. */
    getScheduledChangeRequests: async (
      projectId: string,
      query: DeepReadonly<GetScheduledChangeRequestsQuery>,
      asked: RequestOptions = {},
    ): Promise<SearchOutcome> => {
      if (!asksForSomething(query)) {
        // The server would find nothing: an all-clear for a script whose variable is not set.
        const message = 'A search needs names, none of them empty or broken Unicode.';
        return { outcome: 'unknown', failure: { type: 'NotSent', message } };
      }
      const sent = await call('getScheduledChangeRequests', {
        ...asked,
        path: { projectId },
        query,
      });
      return 'type' in sent ? { outcome: 'unknown', failure: sent } : searchOutcome(sent);
    },

    /** Reads a change request as it was recorded. */
    getScheduledChangeRequest: (projectId: string, id: number, asked: RequestOptions = {}) =>
      withBody<ScheduledChangeRequestSchema>('getScheduledChangeRequest', {
        ...asked,
        path: { projectId, id },
      }),

    /** Records a change request in its project, or replaces the one of its id. */
    recordScheduledChangeRequest: (
      changeRequest: DeepReadonly<RecordScheduledChangeRequestSchema>,
      asked: Conditions = {},
    ) =>
      withBody<ScheduledChangeRequestSchema>('recordScheduledChangeRequest', {
        ...asked,
        path: { projectId: changeRequest.project, id: changeRequest.id },
        body: changeRequest,
      }),

    /** Records up to 1,000 change requests of a project, all or none. */
    recordScheduledChangeRequests: (
      projectId: string,
      changeRequests: DeepReadonly<RecordScheduledChangeRequestSchema[]>,
      asked: RequestOptions = {},
    ) =>
      withBody<RecordedCountsSchema>('recordScheduledChangeRequests', {
        ...asked,
        path: { projectId },
        body: changeRequests,
      }),

    /** Withdraws a change request that is no longer scheduled. Is never sent twice. */
    withdrawScheduledChangeRequest: (projectId: string, id: number, asked: Conditions = {}) =>
      withoutBody('withdrawScheduledChangeRequest', { ...asked, path: { projectId, id } }),

    /** Lists the strategy definitions. */
    getAllStrategies: (asked: RequestOptions = {}) =>
      withBody<StrategiesSchema>('getAllStrategies', asked),

    /** Reads a strategy definition. */
    getStrategy: (name: string, asked: RequestOptions = {}) =>
      withBody<StrategySchema>('getStrategy', { ...asked, path: { name } }),

    /** Adds a strategy definition. Is never sent twice. */
    createStrategy: (definition: DeepReadonly<CreateStrategySchema>, asked: RequestOptions = {}) =>
      withBody<StrategySchema>('createStrategy', { ...asked, body: definition }),

    /** Changes a strategy definition. A text that is absent is taken away. */
    updateStrategy: (
      name: string,
      update: DeepReadonly<UpdateStrategySchema>,
      asked: RequestOptions = {},
    ) => withoutBody('updateStrategy', { ...asked, path: { name }, body: update }),

    /** Deprecates a strategy definition. */
    deprecateStrategy: (name: string, asked: RequestOptions = {}) =>
      withoutBody('deprecateStrategy', { ...asked, path: { name } }),

    /** Takes back that a strategy definition is deprecated. */
    reactivateStrategy: (name: string, asked: RequestOptions = {}) =>
      withoutBody('reactivateStrategy', { ...asked, path: { name } }),

    /** Deletes a strategy definition. Is never sent twice: when the outcome is unknown, look before you ask again. */
    removeStrategy: (name: string, asked: RequestOptions = {}) =>
      withoutBody('removeStrategy', { ...asked, path: { name } }),

    /** Lists the projects that the key may search. */
    getProjects: (asked: RequestOptions = {}) => withBody<ProjectsSchema>('getProjects', asked),

    /** Adds a project. Is never sent twice. */
    createProject: (project: DeepReadonly<CreateProjectSchema>, asked: RequestOptions = {}) =>
      withBody<ProjectSchema>('createProject', { ...asked, body: project }),

    /** Deletes a project, with what is scheduled in it. Is never sent twice. */
    deleteProject: (projectId: string, asked: RequestOptions = {}) =>
      withoutBody('deleteProject', { ...asked, path: { projectId } }),

    /** Lists a page of events, the newest first. */
    getEvents: (query: DeepReadonly<GetEventsQuery> = {}, asked: RequestOptions = {}) =>
      withBody<EventsSchema>('getEvents', { ...asked, query }),
  };
}
