import { type Authorizer, makeUseCases, type Store, type Upstream } from '@forewarn/core';
import type { ApiKeyRepository } from '@forewarn/core/operator';
import type { AdminUseCases } from '@forewarn/http-koa';
import { Container, type ServiceIdentifier } from 'inversify';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { createApp } from './http/create-app.ts';
import type { Lifecycle } from './http/server/service-server.ts';
import { apiKeyAuthorizer } from './keys/api-key-authorizer.ts';
import type { ClientCredentials } from './keys/client-credentials.ts';
import { type KeyCache, keyCache } from './keys/key-cache.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { tracedUseCases } from './telemetry/traced-use-cases.ts';

// A symbol typed with its binding.
const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** The tokens of the container. */
export const TOKENS = {
  settings: token<Settings>('settings'),
  log: token<Logger>('log'),
  store: token<Store>('store'),
  keys: token<KeyCache>('keys'),
  authorizer: token<Authorizer<ClientCredentials>>('authorizer'),
  useCases: token<AdminUseCases<ClientCredentials>>('useCases'),
  lifecycle: token<Lifecycle>('lifecycle'),
  telemetry: token<Telemetry>('telemetry'),
  sampleKey: token<string | undefined>('sampleKey'),
  app: token<Koa>('app'),
};

/** Values that exist before the container. */
export interface Parts {
  readonly settings: Settings;
  readonly log: Logger;
  readonly store: Store;
  /** The keys that requests are authenticated with. */
  readonly keys: Pick<ApiKeyRepository, 'find' | 'list'>;
  readonly telemetry: Telemetry;
  /** The Unleash that the store follows, if any. */
  readonly upstream?: Upstream | undefined;
  /** The public key that the page offers, if the service serves the sample. */
  readonly sampleKey?: string | undefined;
}

/** Composes the service. */
export function compose({
  settings,
  log,
  store,
  keys,
  telemetry,
  upstream,
  sampleKey,
}: Parts): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(TOKENS.settings).toConstantValue(settings);
  container.bind(TOKENS.log).toConstantValue(log);
  container.bind(TOKENS.store).toConstantValue(store);
  const warn = (address: string): void =>
    log.warn({ address }, 'too many invalid API keys from one address');
  container.bind(TOKENS.telemetry).toConstantValue(telemetry);
  container.bind(TOKENS.keys).toConstantValue(keyCache(keys, warn, telemetry.metrics.keyLookedUp));
  container.bind(TOKENS.authorizer).toResolvedValue(apiKeyAuthorizer, [TOKENS.keys]);
  container.bind(TOKENS.useCases).toResolvedValue(
    (authorizer, stored) =>
      tracedUseCases(
        makeUseCases({
          authorizer,
          store: stored,
          maxDataAgeMs: settings.maxDataAgeMs,
          upstream,
        }),
        telemetry.tracer,
      ),
    [TOKENS.authorizer, TOKENS.store],
  );
  container.bind(TOKENS.sampleKey).toConstantValue(sampleKey);
  container.bind(TOKENS.lifecycle).toConstantValue({ isStopping: false });
  container
    .bind(TOKENS.app)
    .toResolvedValue(createApp, [
      TOKENS.useCases,
      TOKENS.store,
      TOKENS.log,
      TOKENS.lifecycle,
      TOKENS.settings,
      TOKENS.telemetry,
      TOKENS.sampleKey,
    ]);
  return container;
}
