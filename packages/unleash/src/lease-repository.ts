import type { CallOptions, PortResult, StoreUnavailable } from '@forewarn/core';

/** A lease, and a node that holds it or asks for it. */
export interface Lease {
  /** The name of the work that only one holder at a time may do. */
  readonly name: string;
  readonly holder: string;
}

export interface LeaseRequest extends Lease {
  /** The time to live in milliseconds: a whole number, 0 or more. After it, another holder can take the lease. */
  readonly ttlMs: number;
}

/**
 * Leases, with which several nodes over one store let one node at a time do some work. A lease expires by the store's
 * clock, so a wrong clock of a node does no harm. If the store's clock is set back, a lease must still expire at most its
 * time to live after another holder asks for it. Names and holders compare byte for byte. Leases are not exported, and
 * record no events.
 */
export interface LeaseRepository {
  /**
   * Acquires a free lease, or renews the holder's own. Returns whether the holder has the lease now. Its time to live
   * begins during the call.
   *
   * - At most one holder must have a lease, also when several acquire it at once.
   * - An expired lease must be free for any holder.
   * - When another holder has the lease, it must change nothing, unless the clock was set back.
   */
  acquire(request: LeaseRequest, options?: CallOptions): PortResult<boolean, StoreUnavailable>;

  /** Releases a lease at once. It must do nothing if another holder has it. */
  release(lease: Lease, options?: CallOptions): PortResult<void, StoreUnavailable>;
}
