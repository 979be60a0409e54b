/** What a request tells of who it is from. */
export interface ClientCredentials {
  /** The API key that it came with; undefined without one. */
  readonly key: string | undefined;
  /** Where it came from. Found out only when somebody asks: most requests need it not. */
  readonly address: () => string;
}
