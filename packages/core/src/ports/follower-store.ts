import type { StoreUnavailable } from '../errors.ts';
import type { AlertRepository } from './alert-repository.ts';
import type { CallOptions } from './call-options.ts';
import type { PortResult } from './port-result.ts';
import type { DeliveryRepository } from './delivery-repository.ts';
import type { NameRepository } from './name-repository.ts';
import type { Store } from './store.ts';
import type { WebhookRepository } from './webhook-repository.ts';

/** A store with the optional ports that following an upstream uses. */
export interface FollowerStore extends Store {
  /** Needed to follow on several nodes. Without it, one node at most may follow. */
  readonly leases: LeaseRepository;
  /** Without it, another upstream can replace the copies. */
  readonly origins: OriginRepository;
  /** Without it, the names that the upstream has are not known. */
  readonly names: NameRepository;
}

/** A lease, and a node that holds it or asks for it. */
export interface Lease {
  /** The name of the work that only one holder at a time may do. */
  readonly name: string;
  readonly holder: string;
}

/** A request for a lease. */
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
   * - When another holder has the lease, it must change nothing.
   */
  acquire(request: LeaseRequest, options?: CallOptions): PortResult<boolean, StoreUnavailable>;

  /** Releases a lease at once. It must do nothing if another holder has it. */
  release(lease: Lease, options?: CallOptions): PortResult<void, StoreUnavailable>;
}

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
  claim(origin: Origin, options?: CallOptions): PortResult<Origin, StoreUnavailable>;

  /** Remembers the upstream instead of any other, as one that was not asked yet whether it hides projects. */
  replace(origin: Origin, options?: CallOptions): PortResult<void, StoreUnavailable>;

  /**
   * Returns whether the upstream may have projects that the store has no copy of. It must be
   * - true from a first claim or a `replace` until `setHidesProjects`: nothing is known yet,
   * - false if the store follows no upstream.
   */
  hidesProjects(options?: CallOptions): PortResult<boolean, StoreUnavailable>;

  /** Remembers whether the upstream may have such projects. It must do nothing if the store follows no upstream. */
  setHidesProjects(hides: boolean, options?: CallOptions): PortResult<void, StoreUnavailable>;
}

/** A store with every optional port, as the standalone service uses it. */
export interface ServiceStore extends FollowerStore {
  readonly alerts: AlertRepository;
  readonly webhooks: WebhookRepository;
  readonly deliveries: DeliveryRepository;
}
