import type { Authorizer, Principal } from '@forewarn/core';
import type { ApiKeyStore, SessionStore } from '@forewarn/operate';
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

/** The service of `forewarn serve`: API keys and their sessions, and the copies of an Unleash. */
export function followingService(
  store: Store & FollowingPorts & ApiKeyStore & SessionStore,
  unleash: UnleashApiOptions,
  settings: GivenSettings,
  log: ServiceLog,
) {
  const observed = { log, telemetry: createTelemetry() };
  const { apiKeys, sessions } = store;
  const authorizer = apiKeyAuthorizer(apiKeys, { sessions, ...observed });
  const follower = unleashFollower({ unleash, store, authorizer, ...observed });
  return createService({ store, authorizer, added: [follower], settings, ...observed });
}
