import type { ErrorOf, UseCases } from '@forewarn/core';

/** No route has this path. */
export interface RouteNotFound {
  readonly type: 'RouteNotFound';
  readonly path: string;
}

/** The path has routes, but none with this method. */
export interface MethodNotAllowed {
  readonly type: 'MethodNotAllowed';
  readonly method: string;
  readonly allowed: readonly string[];
}

/** The request line and the headers exceed the server's limit. */
export interface HeaderTooLarge {
  readonly type: 'HeaderTooLarge';
}

/** The request target (path and query) exceeds the server's limit. */
export interface TargetTooLong {
  readonly type: 'TargetTooLong';
}

/** The body exceeds the maximum length. */
export interface BodyTooLarge {
  readonly type: 'BodyTooLarge';
}

/** The headers say that the body isn't JSON in UTF-8. */
export interface UnsupportedMediaType {
  readonly type: 'UnsupportedMediaType';
}

/** The request did not arrive before the server's timeout. */
export interface RequestTooSlow {
  readonly type: 'RequestTooSlow';
}

/** There was no response before the deadline. The change may have been made. */
export interface DeadlinePassed {
  readonly type: 'DeadlinePassed';
}

/** The service is shutting down: it still responds, but should get no new requests. */
export interface ServiceStopping {
  readonly type: 'ServiceStopping';
}

/** A bug. `cause` is what was thrown, for logs. */
export interface InternalError {
  readonly type: 'InternalError';
  readonly cause: unknown;
}

/** Every error that a response can have. */
export type AdminError =
  | ErrorOf<Required<UseCases<unknown>>[keyof UseCases<unknown>]>
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
