import type { Authorizer, Principal } from '@forewarn/core';
import type { FollowerStore } from '@forewarn/store';
import {
  apiKeyAuthorizer,
  createService,
  createTelemetry,
  type GivenSettings,
  type ServiceCredentials,
  type ServiceLog,
  type ServiceStore,
  unleashFollower,
} from '@forewarn/service';
import type { UnleashApiOptions } from '@forewarn/unleash';
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
  store: FollowerStore,
  unleash: UnleashApiOptions,
  settings: GivenSettings,
  log: ServiceLog,
) {
  const observed = { log, telemetry: createTelemetry() };
  const follower = unleashFollower({ unleash, store, ...observed });
  const authorizer = apiKeyAuthorizer(store.apiKeys, observed);
  const { upstream } = follower;
  return createService({ store, authorizer, upstream, settings, ...observed }).map((service) => ({
    listen: () => service.listen().andTee(() => follower.start()),
    stop: () => Promise.all([service.stop(), follower.stop()]),
  }));
}
