import type { ChangeRequestScheduledResultSchema, ErrorSchema } from './api.ts';

/** The server answered with an error. */
export interface ErrorAnswer {
  readonly type: 'ErrorAnswer';
  readonly status: number;
  /** The kind of error: `NotFoundError`. */
  readonly name: string;
  readonly message: string;
  /** Leads to the server's log. */
  readonly id?: string;
  /** Each thing that is wrong with what was sent. */
  readonly details?: ErrorSchema['details'];
}

/** Why there is no answer that can be relied on. The message is for people. */
export type NoAnswer =
  /** What came is not what this API answers: the page of a proxy, say. */
  | { readonly type: 'UnreadableAnswer'; readonly status: number; readonly message: string }
  | { readonly type: 'TimedOut'; readonly message: string }
  /** By the caller's signal, while it was under way. */
  | { readonly type: 'Aborted'; readonly message: string }
  | { readonly type: 'NoConnection'; readonly message: string; readonly cause: unknown };

/**
 * It was never sent, since it could not be: an empty name, nothing to search for, a body that can't be written as JSON, an
 * entity tag that no header can have. Or the caller's signal was aborted before.
 */
export interface NotSent {
  readonly type: 'NotSent';
  readonly message: string;
}

/** What went wrong. */
export type Failure = ErrorAnswer | NoAnswer | NotSent;

/** It was done. */
export interface Done<T> {
  readonly outcome: 'done';
  readonly value: T;
  /** Names the version that is there now, where there are versions. */
  readonly etag?: string;
}

/** It was not done: nothing has changed. */
export interface Refused {
  readonly outcome: 'refused';
  readonly failure: ErrorAnswer | NotSent;
}

/** Nobody knows whether it was done: there was no answer, or one that the server could not finish. */
export interface Unknown {
  readonly outcome: 'unknown';
  readonly failure: Failure;
}

/** What became of a request. */
export type Outcome<T> = Done<T> | Refused | Unknown;

/** Nothing that is scheduled touches any of what was asked for. The server said so. */
export interface None {
  readonly outcome: 'none';
}

/** Something is scheduled. */
export interface Some {
  readonly outcome: 'some';
  /** In ascending order of id; at least one. */
  readonly changeRequests: readonly [
    ChangeRequestScheduledResultSchema,
    ...ChangeRequestScheduledResultSchema[],
  ];
}

/** What a search found. Whatever is not an answer of the server is unknown, and has no list that could look empty. */
export type SearchOutcome = None | Some | Unknown;
