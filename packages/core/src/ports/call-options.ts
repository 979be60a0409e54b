declare global {
  /** The platform's `AbortSignal`. Core only passes it on, so it needs none of its members. */
  interface AbortSignal {}
}

/** The last argument of every port call. */
export interface CallOptions {
  /**
   * Cancels the call. Once it is aborted, a store must not begin a write, and must return `StoreUnavailable` with the
   * signal's reason as `cause`, unless the call already has its result. An authorizer may ignore it.
   */
  readonly signal?: AbortSignal | undefined;
}
