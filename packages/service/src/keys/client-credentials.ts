/** The credentials of a request. */
export interface ClientCredentials {
  /** The API key; undefined if there is none. */
  readonly key: string | undefined;
  /** Whether the key is in the query. A URL leaks, so only keys of calendars may be there. */
  readonly isInQuery?: boolean;
  /** Returns the client's address. Computed on demand, because most requests do not need it. */
  readonly address: () => string;
}
