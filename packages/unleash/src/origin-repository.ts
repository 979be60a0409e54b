import type { CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';
import type { HiddenProjects } from '@forewarn/record';

/** The upstream that the copies in a store come from. */
export interface Origin {
  /** Its address. */
  readonly url: string;
  /** The id that it has at any address, if it has one. */
  readonly instanceId?: string;
}

/**
 * Remembers the one upstream that a store follows, so that another one never replaces its copies by mistake. The origin is
 * not exported, and records no events.
 */
export interface OriginRepository extends HiddenProjects {
  /**
   * Remembers the upstream if the store follows none yet. Returns the one that the store follows, as the caller's own.
   *
   * - Concurrent claims must all return the same origin.
   * - When the store follows one already, it must change nothing.
   */
  claim(origin: Origin, options?: CallOptions): PortResult<Origin, StoreUnavailable>;

  /** Remembers the upstream instead of any other, as one that was not asked yet whether it hides projects. */
  replace(origin: Origin, options?: CallOptions): PortResult<void, StoreUnavailable>;

  /**
   * Returns whether the upstream may have projects that the store has no copy of. It must be
   * - true from a first claim or a `replace` until `setHidesProjects`: nothing is known yet,
   * - false if the store follows no upstream.
   */
  hidesProjects(options?: CallOptions): PortResult<boolean, StoreUnavailable>;

  /**
   * Returns whether a sync of all projects has ended. It must be false from a first claim or a `replace` until `setSynced`, and if
   * the store follows no upstream.
   */
  isSynced(options?: CallOptions): PortResult<boolean, StoreUnavailable>;

  /** Remembers that a sync of all projects has ended. It must do nothing if the store follows no upstream. */
  setSynced(options?: CallOptions): PortResult<void, StoreUnavailable>;

  /** Remembers whether the upstream may have such projects. It must do nothing if the store follows no upstream. */
  setHidesProjects(hides: boolean, options?: CallOptions): PortResult<void, StoreUnavailable>;
}
