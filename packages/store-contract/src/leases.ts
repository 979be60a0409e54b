import type { Store } from '@forewarn/core';
import { valueOf } from './value-of.ts';

/** The name of the lease of the cases. */
export const LEASE = 'sync';

/** Whether a lease is held. It takes a free one for no time. */
export async function isHeld({ leases }: Store, name = LEASE): Promise<boolean> {
  return !(await valueOf(leases.acquire({ name, holder: 'a stranger', ttlMs: 0 })));
}
