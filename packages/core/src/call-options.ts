declare global {
  /** The platform's `AbortSignal`: the members that core needs. */
  interface AbortSignal {
    readonly aborted: boolean;
    // oxlint-disable-next-line typescript/no-explicit-any -- As every platform declares it.
    readonly reason: any;
    throwIfAborted(): void;
  }
}

/** The last argument of every port call. */
export interface CallOptions {
  /**
   * Cancels the call. Once it is aborted, a store must not begin a write, and must return `StoreUnavailable` with the
   * signal's reason as `cause`, unless the call already has its result. That holds while the call runs, too: after a
   * precondition, after an entry of an import, and between those of an export. An authorizer may ignore it.
   */
  readonly signal?: AbortSignal | undefined;
}
