import { makeSearchScheduledChangeRequests } from '@forewarn/core';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync } from 'neverthrow';

const store = createMemoryStore();
await store.projects.register({ id: 'shop', name: 'Shop' }, 'alice');
const at = { project: 'shop', environment: 'production', state: 'Scheduled' } as const;
const features = [{ name: 'checkout', changes: [{ action: 'archiveFeature' }] }];
await store.writer.put({ id: 42, ...at, features, segments: [] }, 'alice');

export const search = makeSearchScheduledChangeRequests<string>({
  authorizer: { authenticate: () => okAsync({ name: 'alice' }), authorize: () => okAsync() },
  reader: store.reader,
});
