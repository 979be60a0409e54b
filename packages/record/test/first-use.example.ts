import { makeListStrategies } from '@forewarn/record';
import { createMemoryStore } from '@forewarn/store-memory';
import { okAsync } from 'neverthrow';

export const listStrategies = makeListStrategies<string>({
  authorizer: { authenticate: () => okAsync({ name: 'alice' }), authorize: () => okAsync() },
  strategies: createMemoryStore().strategies,
});
