import type { Authorizer, Principal } from '@forewarn/core';
import type { ApiKeyStore } from '@forewarn/operate';
import type { Store } from '@forewarn/store';
import {
  apiKeyAuthorizer,
  createService,
  createTelemetry,
  type GivenSettings,
  type ServiceCredentials,
  type ServiceLog,
  type ServiceStore,
} from '@forewarn/service';
import { unleashFollower } from '@forewarn/service/unleash';
import type { FollowingPorts, UnleashApiOptions } from '@forewarn/unleash';
import { errAsync, okAsync } from 'neverthrow';

/** The service over the platform's own store, for the users of its sessions. */
export function ownService(
  store: ServiceStore,
  users: ReadonlyMap<string, Principal>,
  settings: GivenSettings,
  log: ServiceLog,
) {
  const authorizer: Authorizer<ServiceCredentials> = {
    authenticate: ({ request }) => {
      const user = users.get(request.headers.cookie ?? '');
      return user === undefined ? errAsync({ type: 'AuthenticationRequired' }) : okAsync(user);
    },
    authorize: () => okAsync(),
  };
  return createService({ store, authorizer, settings, log });
}

/** The service of `forewarn serve`: API keys, and the copies of an Unleash. */
export function followingService(
  store: Store & FollowingPorts & ApiKeyStore,
  unleash: UnleashApiOptions,
  settings: GivenSettings,
  log: ServiceLog,
) {
  const observed = { log, telemetry: createTelemetry() };
  const authorizer = apiKeyAuthorizer(store.apiKeys, observed);
  const follower = unleashFollower({ unleash, store, authorizer, ...observed });
  return createService({ store, authorizer, added: [follower], settings, ...observed });
}
