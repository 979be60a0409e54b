import type { ResultAsync } from 'neverthrow';
import type { StoreUnavailable } from '../errors.ts';
import type { CallOptions } from './call-options.ts';

/** A lease and one that has it, or wants it. */
export interface Lease {
  /** Names what only one holder at a time may do. */
  readonly name: string;
  readonly holder: string;
}

/** A lease for a time. */
export interface LeaseRequest extends Lease {
  /** The time to live in milliseconds: a whole number, 0 or more. After it, another holder can take the lease. */
  readonly ttlMs: number;
}

/**
 * Leases, so that of several nodes over one store one at a time does something. Time is the store's clock, so nodes with
 * wrong clocks share a lease as well. Names and holders compare byte for byte. A lease is no part of an export, and
 * records no event.
 */
export interface LeaseRepository {
  /**
   * Takes a lease that nobody holds, or renews the holder's own. Returns whether the holder has the lease now, for its
   * time to live from a moment during the call.
   *
   * - At most one holder must have a lease, also when several acquire it at once.
   * - A lease whose time is over must be free for any holder.
   * - When another holder has the lease, it must change nothing.
   */
  acquire(request: LeaseRequest, options?: CallOptions): ResultAsync<boolean, StoreUnavailable>;

  /** Gives up a lease at once. It must do nothing unless the holder has it. */
  release(lease: Lease, options?: CallOptions): ResultAsync<void, StoreUnavailable>;
}
