/**
 * The Unleash that a service follows.
 *
 * @module @forewarn/service/unleash
 */
import { followedStore } from './followed-store.ts';
import { unleashFollower } from './unleash-follower.ts';
import { UNLEASH_URL, unleashSettings, variables } from './unleash-settings.ts';
import type { ServiceCapability } from '../service-capability.ts';

export * from './unleash-follower.ts';

/** Follows the Unleash of `UNLEASH_URL`, for the list of the service. */
export const unleash: ServiceCapability = {
  sql: async () => (await import('@forewarn/unleash/sql')).sqlUnleash,
  memory: async () => (await import('@forewarn/unleash/memory')).memoryUnleash,
  settings: {},
  command: {
    variables,
    secrets: ['UNLEASH_API_KEY'],
    read: unleashSettings.transform(
      (options) =>
        options && {
          variable: UNLEASH_URL,
          options,
          unleashUrl: options.url,
          partsOf: ({ store, ...context }) =>
            unleashFollower({ unleash: options, store: followedStore(store), ...context }),
        },
    ),
  },
};
