import type { ScheduledChangeRequest } from '@forewarn/core';
import { changeRequest } from '../../../service/test/http/sample-data.ts';

/** It adds a strategy of `holidaySale` with segment 7. */
export const WINTER_SALE = changeRequest(
  17,
  { 'sale-banner': [{ action: 'addStrategy', payload: { name: 'holidaySale', segments: [7] } }] },
  {
    title: 'Winter sale',
    schedule: { status: 'pending', scheduledAt: '2026-12-27T00:00:00.000Z' },
    createdBy: { username: 'tom' },
  },
);
/** It updates the strategy `s1`. */
export const CHECKOUT = changeRequest(
  12,
  {
    checkout: [{ action: 'updateStrategy', payload: { id: 's1', name: 'default', segments: [] } }],
  },
  { title: 'New checkout' },
);
/** It may touch anything but features, in another project. */
export const UNREADABLE = changeRequest(
  21,
  { odd: [{ action: 'teleport' }] },
  { project: 'office', title: 'An odd one' },
);

/** A world with two strategy definitions and these change requests. */
export const sales = (...has: readonly ScheduledChangeRequest[]) => ({
  definitions: ['holidaySale', 'abandonedSale'],
  has,
});
