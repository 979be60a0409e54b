import type { ApiKeyRepository, Authorizer, Store } from '@forewarn/core';
import type { AdminUseCases, ApiKeyCredentials } from '@forewarn/http-koa';
import { Container, type ServiceIdentifier } from 'inversify';
import type Koa from 'koa';
import type { Logger } from 'pino';
import { createApp } from './http/create-app.ts';
import { apiKeyAuthorizer } from './keys/api-key-authorizer.ts';
import { recentKeys } from './keys/recent-keys.ts';
import { makeUseCases } from './make-use-cases.ts';
import type { Settings } from './settings.ts';

// A symbol that carries the type of what is bound to it.
const token = <T>(name: string): ServiceIdentifier<T> => Symbol(name);

/** What the container knows. */
export const TOKENS = {
  settings: token<Settings>('settings'),
  log: token<Logger>('log'),
  store: token<Store>('store'),
  keys: token<Pick<ApiKeyRepository, 'find'>>('keys'),
  authorizer: token<Authorizer<ApiKeyCredentials>>('authorizer'),
  useCases: token<AdminUseCases<ApiKeyCredentials>>('useCases'),
  app: token<Koa>('app'),
};

/** What is made before the container is. */
export interface Parts {
  readonly settings: Settings;
  readonly log: Logger;
  readonly store: Store;
  /** The keys that requests are checked against. */
  readonly keys: Pick<ApiKeyRepository, 'find'>;
}

/** Puts the service together. */
export function compose({ settings, log, store, keys }: Parts): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(TOKENS.settings).toConstantValue(settings);
  container.bind(TOKENS.log).toConstantValue(log);
  container.bind(TOKENS.store).toConstantValue(store);
  container.bind(TOKENS.keys).toConstantValue(keys);
  container
    .bind(TOKENS.authorizer)
    .toResolvedValue((stored) => apiKeyAuthorizer(recentKeys(stored)), [TOKENS.keys]);
  container.bind(TOKENS.useCases).toResolvedValue(makeUseCases, [TOKENS.authorizer, TOKENS.store]);
  container
    .bind(TOKENS.app)
    .toResolvedValue(createApp, [TOKENS.useCases, TOKENS.store, TOKENS.log, TOKENS.settings]);
  return container;
}
