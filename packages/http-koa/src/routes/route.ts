import type { Admissions, BadData } from '@forewarn/core';
import { ok, type Result, type ResultAsync } from 'neverthrow';
import type { AdminError } from '../errors/admin-error.ts';
import type { QueryParameter } from '@forewarn/wire';
import type { SharedWork } from '../request/shared-work.ts';
import type { Operation } from './operation.ts';

/** The parts of a request that a route gets. */
export interface AdminRequest<Credentials> {
  /** Part of each command: the credentials, and the signal that ends the work once the client has a 503. */
  readonly caller: {
    readonly credentials: Credentials;
    readonly signal: AbortSignal | undefined;
    readonly admissions: Admissions;
  };
  /** The decoded path segment at `:name`; empty if the path has none. */
  readonly param: (name: string) => string;
  readonly query: () => Result<readonly QueryParameter[], BadData>;
  /** The query with its broken encoding, for a route that ignores most of it. */
  readonly lenientQuery: () => readonly QueryParameter[];
  /** Whether unknown parameters and fields are an error: `Prefer: handling=strict`. */
  readonly isStrict: boolean;
  /** The value of a header; undefined if it is absent. */
  readonly header: (name: string) => string | undefined;
  /** Reads the body as JSON, if the caller has the route's permission in the project of the path. */
  readonly readJson: () => ResultAsync<unknown, AdminError>;
  /**
   * Runs work that can take much memory or time, if the caller has the route's permission in the project of the path. Callers
   * take turns. A read ends when its client leaves.
   *
   * @param how.isLarge whether it can take very much; such work runs one at a time
   * @param how.shared the work that other requests of the caller share, by what they ask for
   */
  readonly heavily: <T>(
    work: (signal: AbortSignal | undefined) => ResultAsync<T, AdminError>,
    how?: {
      readonly isLarge?: boolean;
      readonly shared?: { readonly by: SharedWork<T, AdminError>; readonly key: string };
    },
  ) => ResultAsync<T, AdminError>;
  /** The path as the client wrote it, without a slash at its end. */
  readonly path: string;
}

/** A response that is no error. */
export interface AdminResponse {
  readonly status: 200 | 201;
  /** Sent as JSON, unless it has another type. Nothing is sent if absent. */
  readonly body?: unknown;
  /** The type of a body that is a `Buffer`. */
  readonly type?: 'text/calendar';
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the response has an entity tag of its text, for `If-None-Match`. */
  readonly isTagged?: true;
}

/** One operation of the admin API. */
export interface Route<Credentials> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/admin`. */
  readonly path: string;
  readonly operation: Operation;
  /** Whether it reads the query. A query elsewhere is ignored, or an error if the client is strict. */
  readonly hasQuery?: true;
  /** Whether it can take minutes: once its caller has the permission, the deadline is extended. */
  readonly isLong?: true;
  readonly handle: (request: AdminRequest<Credentials>) => ResultAsync<AdminResponse, AdminError>;
}

/**
 * A response for `andThen`. With `map`, neverthrow makes a generator and several promises: at a search, more than all other
 * work of this package.
 */
export const respondWith = (response: AdminResponse): Result<AdminResponse, never> => ok(response);

/** 200 without a body. */
export const DONE = respondWith({ status: 200 });
