import type {
  BadData,
  ChangeRequestNotFound,
  DeleteStrategyError,
  PreconditionFailed,
  ProjectExists,
  SearchScheduledChangeRequestsError,
  StrategyExists,
} from '@forewarn/core';

/** Nothing is served at this path. */
export interface RouteNotFound {
  readonly type: 'RouteNotFound';
  readonly path: string;
}

/** The path is served, but not with this method. */
export interface MethodNotAllowed {
  readonly type: 'MethodNotAllowed';
  readonly method: string;
  readonly allowed: readonly string[];
}

/** The request line and the header are longer than the server reads. */
export interface HeaderTooLarge {
  readonly type: 'HeaderTooLarge';
}

/** The request target, which is the path and the query, is longer than the server reads. */
export interface TargetTooLong {
  readonly type: 'TargetTooLong';
}

/** The body is longer than is read. */
export interface BodyTooLarge {
  readonly type: 'BodyTooLarge';
}

/** The body isn't JSON in UTF-8, by its header. */
export interface UnsupportedMediaType {
  readonly type: 'UnsupportedMediaType';
}

/** The request did not arrive within the server's time. */
export interface RequestTooSlow {
  readonly type: 'RequestTooSlow';
}

/** The answer was not there within the server's time. What was asked for may have happened all the same. */
export interface DeadlinePassed {
  readonly type: 'DeadlinePassed';
}

/** The service ends soon: it answers the requests that reach it, but should be sent no more. */
export interface ServiceStopping {
  readonly type: 'ServiceStopping';
}

/** A bug: what was thrown is in `cause`, for logs. */
export interface InternalError {
  readonly type: 'InternalError';
  readonly cause: unknown;
}

/** Everything that can go wrong between a request and its answer. */
export type AdminError =
  | SearchScheduledChangeRequestsError
  | DeleteStrategyError
  | ProjectExists
  | StrategyExists
  | ChangeRequestNotFound
  | PreconditionFailed
  | BadData
  | RouteNotFound
  | MethodNotAllowed
  | HeaderTooLarge
  | TargetTooLong
  | BodyTooLarge
  | UnsupportedMediaType
  | RequestTooSlow
  | DeadlinePassed
  | ServiceStopping
  | InternalError;
