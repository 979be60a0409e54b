import type { BadData } from '@forewarn/core';
import type { Result } from 'neverthrow';

/** A request, as an adapter of a framework hands it over. */
export interface Exchange<Native = unknown> {
  /** The framework's own request, for the host's functions. */
  readonly native: Native;
  readonly method: string;
  /** The path, as it is encoded, that the endpoint matched. */
  readonly path: string;
  /** The decoded path segments, by name. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The path as the client sees it, with what the host took off. It may end with a query. */
  readonly originalPath: string;
  /** Without its `?`. */
  readonly querystring: string;
  /** Returns a header by its name in lower case; undefined if it is absent. Several of one name are one list. */
  readonly header: (name: string) => string | undefined;
  /** Whether the request has a body, even an empty one. */
  readonly hasBody: boolean;
  /** The body as the host's parser left it; undefined if none read it. */
  readonly parsedBody: unknown;
  /** Reads the body. It fails if the body is too long, or if the client leaves before its end. */
  readonly readBody: (maxBytes: number) => Promise<Result<Uint8Array, BodyError>>;
  /** Ends the work for the request. */
  readonly signal?: AbortSignal | undefined;
  /** Gives the request that much time from now on, in milliseconds, or until its client leaves. */
  readonly extendDeadline?: ((ms: number) => void) | undefined;
  /** Aborts the signal when the client leaves. */
  readonly endWithClient?: (() => void) | undefined;
}

/** Why a body could not be read. */
export type BodyError =
  | BadData
  /** The body exceeds the maximum length. */
  | { readonly type: 'BodyTooLarge' };

/** A response, for an adapter to send. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}
