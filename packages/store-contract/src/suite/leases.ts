import type { LeasePorts } from './ports.ts';
import { valueOf } from './value-of.ts';

/** The name of the lease in the cases. */
export const LEASE = 'sync';

/** Returns whether a lease is held. If it is free, this acquires it with a time to live of 0. */
export async function isHeld(
  { leases }: Pick<LeasePorts, 'leases'>,
  name = LEASE,
): Promise<boolean> {
  return !(await valueOf(leases.acquire({ name, holder: 'a stranger', ttlMs: 0 })));
}
