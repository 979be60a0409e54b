import { type Authorizer, makeUseCases, type Store, type Upstream } from '@forewarn/core';
import type { ApiKeyRepository } from '@forewarn/core/operator';
import type { AdminUseCases } from '@forewarn/http-koa';
import { Container, type ServiceIdentifier } from 'inversify';
import type Koa from 'koa';
import { type AppParts, createApp } from './http/create-app.ts';
import type { Lifecycle } from './http/server/service-server.ts';
import { apiKeyAuthorizer, type ClientCredentials } from './keys/api-key-authorizer.ts';
import { type KeyCache, keyCache } from './keys/key-cache.ts';
import type { Settings } from './settings.ts';
import { tracedUseCases } from './telemetry/telemetry.ts';

// A symbol typed with its binding.
const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** The tokens of the container. */
export const TOKENS = {
  parts: token<Parts>('parts'),
  keys: token<KeyCache>('keys'),
  authorizer: token<Authorizer<ClientCredentials>>('authorizer'),
  useCases: token<AdminUseCases<ClientCredentials>>('useCases'),
  lifecycle: token<Lifecycle>('lifecycle'),
  app: token<Koa>('app'),
};

/** Values that exist before the container. */
export interface Parts extends AppParts {
  readonly settings: Settings;
  readonly store: Store;
  /** The keys that requests are authenticated with. */
  readonly keys: Pick<ApiKeyRepository, 'find' | 'list'>;
  /** The Unleash that the store follows, if any. */
  readonly upstream?: Upstream | undefined;
}

/** Composes the service. */
export function compose(parts: Parts): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(TOKENS.parts).toConstantValue(parts);
  container.bind(TOKENS.lifecycle).toConstantValue({ isStopping: false });
  container.bind(TOKENS.keys).toResolvedValue(cachedKeys, [TOKENS.parts]);
  container.bind(TOKENS.authorizer).toResolvedValue(apiKeyAuthorizer, [TOKENS.keys]);
  container.bind(TOKENS.useCases).toResolvedValue(useCases, [TOKENS.authorizer, TOKENS.parts]);
  container
    .bind(TOKENS.app)
    .toResolvedValue(createApp, [TOKENS.useCases, TOKENS.lifecycle, TOKENS.parts]);
  return container;
}

const cachedKeys = ({ keys, log, telemetry }: Parts): KeyCache =>
  keyCache(
    keys,
    (address) => log.warn({ address }, 'too many invalid API keys from one address'),
    telemetry.metrics.keyLookedUp,
  );

function useCases(
  authorizer: Authorizer<ClientCredentials>,
  { settings: { maxDataAgeMs }, store, upstream, telemetry }: Parts,
): AdminUseCases<ClientCredentials> {
  const made = makeUseCases({ authorizer, store, maxDataAgeMs, upstream });
  return tracedUseCases(made, telemetry.tracer);
}
