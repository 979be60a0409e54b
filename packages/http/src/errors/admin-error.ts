import type { ErrorOf } from '@forewarn/core';
import type { UseCases } from '@forewarn/use-cases';
import type { BodyError } from '../exchange.ts';

/** Every error that a response can have: those of the use cases, of the router and of the server. */
export type AdminError =
  | ErrorOf<Required<UseCases<unknown>>[keyof UseCases<unknown>]>
  /** No route has this path. */
  | { readonly type: 'RouteNotFound'; readonly path: string }
  /** The path has routes, but none with this method. */
  | {
      readonly type: 'MethodNotAllowed';
      readonly method: string;
      readonly allowed: readonly string[];
    }
  /** The request line and the headers exceed the server's limit. */
  | { readonly type: 'HeaderTooLarge' }
  /** The request target (path and query) exceeds the server's limit. */
  | { readonly type: 'TargetTooLong' }
  | BodyError
  /** The headers say that the body isn't JSON in UTF-8. */
  | { readonly type: 'UnsupportedMediaType' }
  /** The request did not arrive before the server's timeout. */
  | { readonly type: 'RequestTooSlow' }
  /** There was no response before the deadline. The change may have been made. */
  | { readonly type: 'DeadlinePassed' }
  /** The service is shutting down: it still responds, but should get no new requests. */
  | { readonly type: 'ServiceStopping' }
  /** A bug. `cause` is what was thrown, for logs. */
  | { readonly type: 'InternalError'; readonly cause: unknown };
