import type {
  ChangeRequestScheduledResultSchema,
  ErrorSchema,
  StrategyImpactSchema,
} from './api.ts';

/** The server responded with an error. */
export interface ErrorResponse {
  readonly type: 'ErrorResponse';
  readonly status: number;
  /** The kind of error, such as `NotFoundError`. */
  readonly name: string;
  readonly message: string;
  /** The id of this error in the server's log. */
  readonly id?: string;
  /** The problems of the request. */
  readonly details?: ErrorSchema['details'];
}

/** Why there is no reliable response. The message is for people. */
export type NoResponse =
  /** The response is not from this API, such as the page of a proxy. */
  | { readonly type: 'UnreadableResponse'; readonly status: number; readonly message: string }
  | { readonly type: 'TimedOut'; readonly message: string }
  /** The caller's signal aborted the request in flight. */
  | { readonly type: 'Aborted'; readonly message: string }
  | { readonly type: 'NoConnection'; readonly message: string; readonly cause: unknown };

/**
 * The request was not sent: a name is empty, a search names nothing, the body can't be written as JSON, an entity tag does
 * not fit in a header, or the caller's signal was already aborted.
 */
export interface NotSent {
  readonly type: 'NotSent';
  readonly message: string;
}

/** The server has no complete list of the project's change requests, so an empty result proves nothing. */
export interface NoCoverage {
  readonly type: 'NoCoverage';
  readonly message: string;
}

/** Why a request failed. */
export type Failure = ErrorResponse | NoResponse | NotSent | NoCoverage;

/** The request succeeded. */
export interface Done<T> {
  readonly outcome: 'done';
  readonly value: T;
  /** The version that is stored now, for resources with versions. */
  readonly etag?: string;
}

/** The request failed, and nothing has changed. */
export interface Refused {
  readonly outcome: 'refused';
  readonly failure: ErrorResponse | NotSent;
}

/** The request may or may not have taken effect: there was no response, or a 5xx such as 503. */
export interface Unknown {
  readonly outcome: 'unknown';
  readonly failure: Failure;
}

/** The outcome of a request. */
export type Outcome<T> = Done<T> | Refused | Unknown;

/** The guard refused to delete a strategy definition: nothing was deleted. */
export interface InUse {
  readonly outcome: 'in-use';
  /** What the delete would break. Its `fingerprint` acknowledges it. */
  readonly impact: StrategyImpactSchema;
  readonly failure: ErrorResponse;
}

/** The age of the data behind a search. */
export interface DataAge {
  /** The time at which all change requests of the project were listed, ISO 8601; absent if the data is live. */
  readonly asOf?: string;
}

/** The server confirmed that no scheduled change request matches. */
export interface None extends DataAge {
  readonly outcome: 'none';
}

/** Scheduled change requests match. */
export interface Some extends DataAge {
  readonly outcome: 'some';
  /** At least one, in ascending order of id. */
  readonly changeRequests: readonly [
    ChangeRequestScheduledResultSchema,
    ...ChangeRequestScheduledResultSchema[],
  ];
  /** The server has no complete list of the change requests of the project, so others may match. */
  readonly isIncomplete?: true;
}

/** The outcome of a search. A failure is `unknown`, and has no list that could look empty. */
export type SearchOutcome = None | Some | Unknown;

/** Readonly at every level, so that callers can send readonly values. */
export type DeepReadonly<T> = T extends object
  ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
  : T;
