import type { BadData } from '@forewarn/core';
import { ok, type Result, type ResultAsync } from 'neverthrow';
import type { AdminError } from '../errors/admin-error.ts';
import type { QueryParameter } from '../request/decode-request.ts';
import type { Operation } from './operation.ts';

/** A request, as far as a route needs it. */
export interface AdminRequest<Credentials> {
  readonly credentials: Credentials;
  /** What stands in the path where the route has `:name`, decoded; an empty text when there is none. */
  readonly param: (name: string) => string;
  readonly query: () => Result<readonly QueryParameter[], BadData>;
  /** Whether the client wants what is unknown refused: `Prefer: handling=strict`. */
  readonly isStrict: boolean;
  /** A header's value; undefined when it isn't there. */
  readonly header: (name: string) => string | undefined;
  /** Reads the body as JSON, once it is known that the client is somebody. */
  readonly readJson: () => ResultAsync<unknown, AdminError>;
  /** The path that was asked for, as the client wrote it, without a slash at its end. */
  readonly path: string;
}

/** What a route answers. */
export interface AdminAnswer {
  readonly status: 200 | 201;
  /** Sent as JSON; nothing when absent. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One operation of the admin API. */
export interface Route<Credentials> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/admin`. */
  readonly path: string;
  readonly operation: Operation;
  /** Whether it reads the query. One that does not takes any, and refuses any when the client is strict. */
  readonly hasQuery?: true;
  readonly answer: (request: AdminRequest<Credentials>) => ResultAsync<AdminAnswer, AdminError>;
}

/**
 * An answer as what `andThen` takes. With `map`, neverthrow would make a generator and several promises for it: of a search
 * that cost more than all else in this package together, and left most of the garbage.
 */
export const answered = (answer: AdminAnswer): Result<AdminAnswer, never> => ok(answer);

/** 200 without a body. */
export const DONE = answered({ status: 200 });
