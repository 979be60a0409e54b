import type { IncomingMessage } from 'node:http';

/** What authenticates a client by its API key. */
export interface ClientCredentials {
  /** The API key; undefined if there is none. */
  readonly key: string | undefined;
  /** Whether the key is in the query. A URL leaks, so only keys of calendars may be there. */
  readonly isInQuery?: boolean;
  /** Returns the client's address. Computed on demand, because most requests do not need it. */
  readonly address: () => string;
  /** Learns the name of the key once it is known, for the log. */
  readonly onNamed?: ((name: string) => void) | undefined;
  /** The request, if a session or a proxy may say who the client is. */
  readonly request?:
    | Pick<IncomingMessage, 'headers' | 'headersDistinct' | 'method' | 'socket'>
    | undefined;
}
