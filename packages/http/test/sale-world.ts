import type { ScheduledChangeRequest } from '@forewarn/core';
import { serveAdmin, type ServedAdmin } from './serve.ts';

/** Uses the strategy definition `holidaySale`. */
export const WINTER_SALE: ScheduledChangeRequest = {
  id: 17,
  project: 'default',
  environment: 'production',
  title: 'Winter sale',
  state: 'Scheduled',
  schedule: { status: 'pending', scheduledAt: '2026-12-27T06:00:00.000Z' },
  createdBy: { id: 3, username: 'maria', imageUrl: 'https://example.com/maria.png' },
  features: [
    { name: 'winter-sale', changes: [{ action: 'addStrategy', payload: { name: 'holidaySale' } }] },
  ],
  segments: [],
};

/** Serves the whole API, with a scheduled change request that uses its strategy definition. */
export async function serveSale(): Promise<ServedAdmin> {
  const served = await serveAdmin({ isWhole: true, strategies: ['holidaySale'] });
  (await served.store.writer.put(WINTER_SALE, 'test'))._unsafeUnwrap();
  return served;
}
