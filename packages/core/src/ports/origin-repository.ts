import type { ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { CallOptions } from './call-options.ts';

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
export interface OriginRepository {
  /**
   * Remembers the upstream if the store follows none yet. Returns the one that the store follows, as the caller's own.
   *
   * - Concurrent claims must all return the same origin.
   * - When the store follows one already, it must change nothing.
   */
  claim(origin: Origin, options?: CallOptions): ResultAsync<Origin, StoreUnavailable>;

  /** Remembers the upstream instead of any other. */
  replace(origin: Origin, options?: CallOptions): ResultAsync<void, StoreUnavailable>;
}
