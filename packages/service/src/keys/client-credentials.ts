/** The credentials of a request. */
export interface ClientCredentials {
  /** The API key; undefined if there is none. */
  readonly key: string | undefined;
  /** Returns the client's address. Computed on demand, because most requests do not need it. */
  readonly address: () => string;
}
