import { makeSearchScheduledChangeRequests } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync } from 'neverthrow';

const at = { project: 'shop', environment: 'production', state: 'Scheduled' } as const;
const features = [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }];
const { reader } = createMemoryStore({
  projects: [{ id: 'shop', name: 'Shop' }],
  changeRequests: [{ id: 42, ...at, features, segments: [] }],
});

export const search = makeSearchScheduledChangeRequests<string>({
  authorizer: { authenticate: () => okAsync({ name: 'alice' }), authorize: () => okAsync() },
  reader,
});
